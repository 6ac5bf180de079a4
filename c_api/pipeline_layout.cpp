// Creates root signatures and pipeline layouts.

#include "api/pipeline_layout/module_interface.hpp"
#include "c_api/objects.hpp"
#include "c_api/options/read_fields.hpp"
#include "c_api/options/versioned.hpp"
#include "c_api/read_input.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

TrellisResult refuse(TrellisTranslator& translator, Diagnostic what) {
  return translator.fail(std::move(what), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TrellisResult keep(TrellisTranslator& translator, Result<dxil::RootSignature> read,
                   TrellisRootSignature** signature) {
  if (!read) return translator.fail(std::move(read.error()));
  *signature = make_object<TrellisRootSignature>(translator.memory, std::move(*read));
  return TRELLIS_SUCCESS;
}

TrellisResult keep(TrellisTranslator& translator, Result<PipelineLayout> made,
                   TrellisPipelineLayout** layout) {
  if (!made) return translator.fail(std::move(made.error()));
  *layout = make_object<TrellisPipelineLayout>(translator.memory, std::move(*made));
  return TRELLIS_SUCCESS;
}

TrellisResult read_signature(TrellisTranslator& translator, const void* data, size_t size,
                             const TrellisReadOptions* options, TrellisRootSignature** signature) {
  if (signature == nullptr) {
    return refuse(translator, invalid_argument("signature", "is NULL"));
  }
  if (data == nullptr) return refuse(translator, invalid_argument("data", "is null"));
  auto input = read_input(data, size, options);
  if (!input) return refuse(translator, input.error());
  return keep(translator, dxil::read_root_signature(input->bytes, input->options.verify_digest), signature);
}

TrellisResult signature_of(TrellisTranslator& translator, const TrellisProgram* program,
                           TrellisRootSignature** signature) {
  if (signature == nullptr) {
    return refuse(translator, invalid_argument("signature", "is NULL"));
  }
  if (!is_live(program))
    return refuse(translator, invalid_argument("program", "the program is NULL, or was destroyed"));
  const auto& own = program->program->shader.root_signature;
  if (!own) return translator.fail(bad_input("the program has no root signature"));
  if (auto sound = dxil::check_root_signature(*own); !sound) return translator.fail(std::move(sound.error()));
  return keep(translator, dxil::RootSignature(*own), signature);
}

TrellisResult create_layout(TrellisTranslator& translator, const TrellisRootSignature* signature,
                            const TrellisPipelineLayoutOptions* options, TrellisPipelineLayout** layout) {
  if (layout == nullptr) {
    return refuse(translator, invalid_argument("layout", "is NULL"));
  }
  if (!is_live(signature))
    return refuse(translator, invalid_argument("signature", "is not a live root signature"));
  TrellisPipelineLayoutOptions given = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
  if (auto read = read_versioned(options, "options", given); !read) return refuse(translator, read.error());
  option_table::Asked asked;
  if (auto read = read_fields(given, asked); !read) return refuse(translator, read.error());
  auto made = make_pipeline_layout(signature->signature, asked.layout);
  // A mistake in the options is the caller's; a signature that cannot be translated is not.
  if (!made && made.error().where.part.starts_with("options.")) return refuse(translator, made.error());
  return keep(translator, std::move(made), layout);
}

Result<void> check_modules(const TrellisModule* const* modules, uint32_t count) {
  if (modules == nullptr && count != 0) return invalid_argument("modules", "is null");
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_live(modules[i])) return invalid_argument("modules[" + decimal(i) + "]", "is not a live module");
  }
  return {};
}

TrellisResult refine_layout(TrellisTranslator& translator, const TrellisPipelineLayout* layout,
                            const TrellisModule* const* modules, uint32_t count,
                            TrellisPipelineLayout** refined) {
  if (refined == nullptr) {
    return refuse(translator, invalid_argument("refined", "is NULL"));
  }
  if (!is_live(layout)) return refuse(translator, invalid_argument("layout", "is not a live layout"));
  if (auto live = check_modules(modules, count); !live) return refuse(translator, live.error());
  Vector<const Translation*> translations;
  for (uint32_t i = 0; i < count; ++i) translations.push_back(&modules[i]->translation);
  return keep(translator, refine_pipeline_layout(layout->layout, translations), refined);
}

TrellisResult layout_of(TrellisTranslator& translator, const TrellisModule* const* modules, uint32_t count,
                        const TrellisPipelineLayoutOptions* options, TrellisPipelineLayout** layout) {
  if (layout == nullptr) return refuse(translator, invalid_argument("layout", "is NULL"));
  if (auto live = check_modules(modules, count); !live) return refuse(translator, live.error());
  TrellisPipelineLayoutOptions given = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
  if (auto read = read_versioned(options, "options", given); !read) return refuse(translator, read.error());
  option_table::Asked asked;
  if (auto read = read_fields(given, asked); !read) return refuse(translator, read.error());
  Vector<ModuleInterface> interfaces;
  for (uint32_t i = 0; i < count; ++i) {
    interfaces.push_back(module_interface(modules[i]->program->shader, modules[i]->translation));
  }
  return keep(translator, layout_of_modules(interfaces, asked.layout), layout);
}

}  // namespace
}  // namespace trellis::c_api

using namespace trellis::c_api;

extern "C" {

TrellisResult trellis_root_signature_read(TrellisTranslator* translator, const void* data, size_t size,
                                          const TrellisReadOptions* options,
                                          TrellisRootSignature** signature) {
  if (signature != nullptr) *signature = nullptr;
  return guarded(translator, [&](TrellisTranslator& live) {
    return read_signature(live, data, size, options, signature);
  });
}

TrellisResult trellis_root_signature_of_program(TrellisTranslator* translator, const TrellisProgram* program,
                                                TrellisRootSignature** signature) {
  if (signature != nullptr) *signature = nullptr;
  return guarded(translator, [&](TrellisTranslator& live) { return signature_of(live, program, signature); });
}

void trellis_root_signature_destroy(TrellisRootSignature* signature) {
  if (is_live(signature)) destroy_object(signature);
}

TrellisResult trellis_pipeline_layout_create(TrellisTranslator* translator,
                                             const TrellisRootSignature* signature,
                                             const TrellisPipelineLayoutOptions* options,
                                             TrellisPipelineLayout** layout) {
  if (layout != nullptr) *layout = nullptr;
  return guarded(translator,
                 [&](TrellisTranslator& live) { return create_layout(live, signature, options, layout); });
}

TrellisResult trellis_pipeline_layout_refine(TrellisTranslator* translator,
                                             const TrellisPipelineLayout* layout,
                                             const TrellisModule* const* modules, uint32_t count,
                                             TrellisPipelineLayout** refined) {
  if (refined != nullptr) *refined = nullptr;
  return guarded(translator, [&](TrellisTranslator& live) {
    return refine_layout(live, layout, modules, count, refined);
  });
}

TrellisResult trellis_pipeline_layout_of_modules(TrellisTranslator* translator,
                                                 const TrellisModule* const* modules, uint32_t count,
                                                 const TrellisPipelineLayoutOptions* options,
                                                 TrellisPipelineLayout** layout) {
  if (layout != nullptr) *layout = nullptr;
  return guarded(translator,
                 [&](TrellisTranslator& live) { return layout_of(live, modules, count, options, layout); });
}

void trellis_pipeline_layout_destroy(TrellisPipelineLayout* layout) {
  if (is_live(layout)) destroy_object(layout);
}

}  // extern "C"
