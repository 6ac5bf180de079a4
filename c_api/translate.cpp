#include <cstddef>

#include "c_api/objects.hpp"
#include "c_api/options/bindings.hpp"
#include "c_api/options/device_options.hpp"
#include "c_api/options/heaps.hpp"
#include "c_api/options/instrumentation.hpp"
#include "c_api/options/limits.hpp"
#include "c_api/options/read_fields.hpp"
#include "c_api/options/stage_options.hpp"
#include "c_api/options/vendor_slots.hpp"
#include "c_api/options/versioned.hpp"
#include "c_api/options/view_instancing.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

Diagnostic bad_option(const char* field, String message) {
  return invalid_argument(String("options.") + field, std::move(message));
}

Result<void> read_entry_points(const TrellisTranslateOptions& given, TranslateOptions& options) {
  if (given.module_entry_point != nullptr) {
    if (options.all_entries)
      return bad_option("module_entry_point", "all entry points cannot have the same name");
    if (*given.module_entry_point == '\0') return bad_option("module_entry_point", "is empty");
    options.entry_name = given.module_entry_point;
  }
  if (given.entry_point == nullptr) return {};
  if (options.all_entries) return bad_option("all_entry_points", "is set, but an entry point is named too");
  options.entry = given.entry_point;
  return {};
}

Result<void> check_root_data(const TrellisTranslateOptions& given, TranslateOptions& options) {
  if (given.root_data_size % 4 != 0) return bad_option("root_data_size", "must be a multiple of 4");
  if (given.root_data_size > kMaxRootData) {
    return bad_option("root_data_size", "is more than " + decimal(kMaxRootData) + " bytes");
  }
  if (given.layout == nullptr) return {};
  if (!is_live(given.layout)) return bad_option("layout", "is not a live layout");
  if (given.layout->layout.version == 0)
    return bad_option("layout", "is one of modules, not of a root signature");
  if (given.root_data_size != 0) return bad_option("root_data_size", "the layout has its own root data");
  options.layout = &given.layout->layout;
  return {};
}

Result<void> read_local(const TrellisTranslateOptions& given, TranslateOptions& options) {
  if (given.local_root_signature == nullptr) return {};
  if (!is_live(given.local_root_signature)) {
    return bad_option("local_root_signature", "is not a live root signature");
  }
  options.local.signature = &given.local_root_signature->signature;
  return {};
}

/// Reads the options. `given`, `table` and `program` must outlive the result.
Result<TranslateOptions> options_of(const TrellisTranslateOptions& given, const BindingTable& table,
                                    const Program& program) {
  option_table::Asked asked;
  TranslateOptions& options = asked.translate;
  TRELLIS_RETURN_IF_ERROR(read_fields(given, asked));
  TRELLIS_RETURN_IF_ERROR(read_entry_points(given, options));
  TRELLIS_RETURN_IF_ERROR(check_root_data(given, options));
  TRELLIS_RETURN_IF_ERROR(read_local(given, options));
  TRELLIS_RETURN_IF_ERROR(read_vendor_slots(given, options.vendor_slots));
  TRELLIS_RETURN_IF_ERROR(read_device_options(given.device, asked));
  TRELLIS_RETURN_IF_ERROR(read_stage_options(given.stage, asked));
  TRELLIS_RETURN_IF_ERROR(read_view_options(given.views, asked));
  TRELLIS_RETURN_IF_ERROR(read_heap_options(given.heaps, asked));
  TRELLIS_RETURN_IF_ERROR(read_instrumentation(given.instrumentation, asked));
  auto limits = read_limits(given.limits, "options.limits");
  if (!limits) return limits.error();
  options.limits = *limits;
  auto named = read_named_bindings(given);
  if (!named) return named.error();
  options.named_bindings = std::move(*named);
  if (given.bind != nullptr) {
    const dxil::VendorSlots& slots = program.shader.vendor_slots;
    options.bind = [&given, &slots](const spirv::ResourceUse& use, spirv::Binding& binding) {
      return ask_callback(given, slots, use, binding);
    };
  } else if (!table.empty() || given.bindings_only != 0) {
    options.bind = [&table, &given](const spirv::ResourceUse& use, spirv::Binding& binding) {
      return table.find(use, binding) || given.bindings_only == 0;
    };
  }
  return std::move(options);
}

TrellisResult translate(TrellisTranslator& translator, const TrellisProgram* program,
                        const TrellisTranslateOptions* options, TrellisModule** module) {
  const auto refuse = [&](Diagnostic what) {
    return translator.fail(std::move(what), TRELLIS_ERROR_INVALID_ARGUMENT);
  };
  if (module == nullptr) return refuse(invalid_argument("module", "is NULL"));
  if (!is_live(program)) return refuse(invalid_argument("program", "the program is NULL, or was destroyed"));
  TrellisTranslateOptions given = TRELLIS_TRANSLATE_OPTIONS_INIT;
  if (auto read = read_versioned(options, "options", given); !read) return refuse(read.error());
  auto table = BindingTable::read(given);
  if (!table) return refuse(table.error());
  auto known = options_of(given, *table, *program->program);
  if (!known) return refuse(known.error());
  if (translator.log != nullptr) {
    known->log = [&translator](LogLevel level, std::string_view line) {
      const String text(line);
      translator.log(translator.log_user,
                     level == LogLevel::kWarning ? TRELLIS_LOG_WARNING : TRELLIS_LOG_INFO, text.c_str());
    };
  }
  auto translation = translator.translator.translate(*program->program, *known);
  if (!translation) return translator.fail(std::move(translation.error()));
  *module = make_object<TrellisModule>(translator.memory, *program, std::move(*translation));
  return TRELLIS_SUCCESS;
}

}  // namespace
}  // namespace trellis::c_api

extern "C" TrellisResult trellis_translate(TrellisTranslator* translator, const TrellisProgram* program,
                                           const TrellisTranslateOptions* options, TrellisModule** module) {
  if (module != nullptr) *module = nullptr;
  return trellis::c_api::guarded(translator, [&](TrellisTranslator& live) {
    return trellis::c_api::translate(live, program, options, module);
  });
}
