/* Uses the header from C: every struct with its INIT macro, and every function with its type. */
#include "trellis/trellis.h"

int header_in_c_works(void);

int header_in_c_works(void) {
  const TrellisTranslatorOptions translator_options = TRELLIS_TRANSLATOR_OPTIONS_INIT;
  const TrellisReadOptions read_options = TRELLIS_READ_OPTIONS_INIT;
  const TrellisTranslateOptions translate_options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  const TrellisEntryPointInfo entry_point = TRELLIS_ENTRY_POINT_INFO_INIT;
  const TrellisSignatureElementInfo element = TRELLIS_SIGNATURE_ELEMENT_INFO_INIT;
  const TrellisResourceInfo resource = TRELLIS_RESOURCE_INFO_INIT;
  const TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
  const TrellisBinding binding = TRELLIS_BINDING_INIT;
  const TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  const TrellisElementLocation location = TRELLIS_ELEMENT_LOCATION_INIT;
  const TrellisModuleElement module_element = TRELLIS_MODULE_ELEMENT_INIT;
  const TrellisViewOptions views = TRELLIS_VIEW_OPTIONS_INIT;
  const TrellisModuleViews module_views = TRELLIS_MODULE_VIEWS_INIT;
  const TrellisFunctionInfo function = TRELLIS_FUNCTION_INFO_INIT;
  const TrellisSubobjectInfo subobject = TRELLIS_SUBOBJECT_INFO_INIT;
  TrellisTranslator* translator = NULL;
  int works = translator_options.struct_size == sizeof translator_options &&
              read_options.struct_size == sizeof read_options &&
              translate_options.struct_size == sizeof translate_options &&
              translate_options.target == TRELLIS_TARGET_VULKAN_1_3 &&
              entry_point.struct_size == sizeof entry_point && element.struct_size == sizeof element &&
              resource.struct_size == sizeof resource && use.struct_size == sizeof use &&
              binding.struct_size == sizeof binding && binding.table_offset == TRELLIS_NO_OFFSET &&
              binding.bound_offset == TRELLIS_NO_OFFSET && binding.counter_table_offset == TRELLIS_NO_OFFSET;
  works = works && stage.struct_size == sizeof stage && stage.max_locations == 32 &&
          location.struct_size == sizeof location && module_element.struct_size == sizeof module_element;
  works = works && views.struct_size == sizeof views && views.locations[3].layer.value == 3 &&
          views.mask_offset == TRELLIS_NO_OFFSET && module_views.struct_size == sizeof module_views;
  works = works && function.struct_size == sizeof function && subobject.struct_size == sizeof subobject;
  works = works && trellis_api_supported(TRELLIS_API_MAJOR, TRELLIS_API_MINOR) == 1;
  works = works && trellis_translator_create(&translator_options, &translator) == TRELLIS_SUCCESS;
  trellis_translator_destroy(translator);
  return works;
}
