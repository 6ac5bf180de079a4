// Root signatures and layouts: making them.

#include "c_api/objects.hpp"
#include "c_api/versioned.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

TrellisResult refuse(TrellisTranslator& translator, Diagnostic what) {
  return translator.fail(std::move(what), TRELLIS_ERROR_INVALID_ARGUMENT);
}

/// Sets `known` if the number is one of the enumeration's, which count from 0 to `last`.
template <class Enum>
Result<void> read_enum(uint32_t number, Enum last, const char* field, Enum& known) {
  if (number > static_cast<uint32_t>(last)) {
    return invalid_argument(String("options.") + field, "no such value: " + decimal(number));
  }
  known = static_cast<Enum>(number);
  return {};
}

Result<void> read_enums(const TrellisPipelineLayoutOptions& given, PipelineLayoutOptions& options) {
  if (auto done = read_enum(given.tables, TableForm::kHeap, "tables", options.tables); !done) return done;
  constexpr RootDescriptorForm kLast = RootDescriptorForm::kDescriptor;
  if (auto done = read_enum(given.root_cbvs, kLast, "root_cbvs", options.root_cbvs); !done) return done;
  if (auto done = read_enum(given.root_srvs, kLast, "root_srvs", options.root_srvs); !done) return done;
  if (auto done = read_enum(given.root_uavs, kLast, "root_uavs", options.root_uavs); !done) return done;
  if (auto done = read_enum(given.types, TypeForm::kMutable, "types", options.types); !done) return done;
  if (auto done =
          read_enum(given.root_block, RootBlockForm::kUniformBufferDynamic, "root_block", options.root_block);
      !done) {
    return done;
  }
  return read_enum(given.update_after_bind, UpdateAfterBind::kAlways, "update_after_bind",
                   options.update_after_bind);
}

Result<PipelineLayoutOptions> options_of(const TrellisPipelineLayoutOptions& given) {
  PipelineLayoutOptions options;
  if (auto done = read_enums(given, options); !done) return done.error();
  options.push_constant_bytes = given.push_constant_bytes;
  options.reserved_root_bytes = given.reserved_root_bytes;
  options.unbounded_descriptors = given.unbounded_descriptors;
  options.resource_heap_descriptors = given.resource_heap_descriptors;
  options.sampler_heap_descriptors = given.sampler_heap_descriptors;
  options.acceleration_structures = given.acceleration_structures != 0;
  options.stages = given.stages;
  options.most_sets = given.most_sets;
  options.root_set = given.root_set;
  options.resource_heap_set = given.resource_heap_set;
  options.sampler_heap_set = given.sampler_heap_set;
  options.static_sampler_set = given.static_sampler_set;
  return options;
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
    return refuse(translator, invalid_argument("signature", "there is nowhere to put the root signature"));
  }
  if (data == nullptr) return refuse(translator, invalid_argument("data", "is null"));
  TrellisReadOptions known = TRELLIS_READ_OPTIONS_INIT;
  if (auto read = read_versioned(options, "options", known); !read) return refuse(translator, read.error());
  return keep(translator,
              dxil::read_root_signature({static_cast<const uint8_t*>(data), size}, known.ignore_digest == 0),
              signature);
}

TrellisResult signature_of(TrellisTranslator& translator, const TrellisProgram* program,
                           TrellisRootSignature** signature) {
  if (signature == nullptr) {
    return refuse(translator, invalid_argument("signature", "there is nowhere to put the root signature"));
  }
  if (!is_live(program)) return refuse(translator, invalid_argument("program", "is no live program"));
  const auto& own = program->program->shader.root_signature;
  if (!own) return translator.fail(bad_input("the program carries no root signature"));
  if (auto sound = dxil::check_root_signature(*own); !sound) return translator.fail(std::move(sound.error()));
  return keep(translator, dxil::RootSignature(*own), signature);
}

TrellisResult create_layout(TrellisTranslator& translator, const TrellisRootSignature* signature,
                            const TrellisPipelineLayoutOptions* options, TrellisPipelineLayout** layout) {
  if (layout == nullptr) {
    return refuse(translator, invalid_argument("layout", "there is nowhere to put the layout"));
  }
  if (!is_live(signature))
    return refuse(translator, invalid_argument("signature", "is no live root signature"));
  TrellisPipelineLayoutOptions given = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
  if (auto read = read_versioned(options, "options", given); !read) return refuse(translator, read.error());
  auto known = options_of(given);
  if (!known) return refuse(translator, known.error());
  auto made = make_pipeline_layout(signature->signature, *known);
  // What the options say is the call's own fault; what the signature asks for is not.
  if (!made && made.error().where.part.starts_with("options.")) return refuse(translator, made.error());
  return keep(translator, std::move(made), layout);
}

TrellisResult refine_layout(TrellisTranslator& translator, const TrellisPipelineLayout* layout,
                            const TrellisModule* const* modules, uint32_t count,
                            TrellisPipelineLayout** refined) {
  if (refined == nullptr) {
    return refuse(translator, invalid_argument("refined", "there is nowhere to put the layout"));
  }
  if (!is_live(layout)) return refuse(translator, invalid_argument("layout", "is no live layout"));
  if (modules == nullptr && count != 0) return refuse(translator, invalid_argument("modules", "is null"));
  Vector<const Translation*> translations;
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_live(modules[i])) {
      return refuse(translator, invalid_argument("modules[" + decimal(i) + "]", "is no live module"));
    }
    translations.push_back(&modules[i]->translation);
  }
  return keep(translator, refine_pipeline_layout(layout->layout, translations), refined);
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

void trellis_pipeline_layout_destroy(TrellisPipelineLayout* layout) {
  if (is_live(layout)) destroy_object(layout);
}

}  // extern "C"
