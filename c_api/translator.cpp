#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"

using trellis::Diagnostic;
using trellis::ErrorCode;

namespace {

TrellisResult result_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadInput:
      return TRELLIS_ERROR_BAD_INPUT;
    case ErrorCode::kUnsupported:
      return TRELLIS_ERROR_UNSUPPORTED;
    case ErrorCode::kBadChoice:
      return TRELLIS_ERROR_INVALID_ARGUMENT;
    case ErrorCode::kLimit:
      return TRELLIS_ERROR_LIMIT;
    case ErrorCode::kCancelled:
      return TRELLIS_ERROR_CANCELLED;
    case ErrorCode::kInternalCheck:
      break;
  }
  return TRELLIS_ERROR_INTERNAL_CHECK;
}

}  // namespace

TrellisResult TrellisTranslator::fail(Diagnostic what, TrellisResult result) noexcept {
  try {
    diagnostic = std::move(what);
    text = diagnostic.to_string();
  } catch (...) {
    return out_of_memory();
  }
  const trellis::Location& where = diagnostic.where;
  error.result = result;
  error.has_offset = where.offset.has_value() ? 1 : 0;
  error.offset = where.offset.value_or(0);
  error.text = text.c_str();
  error.message = diagnostic.message.c_str();
  error.part = where.part.c_str();
  error.function = where.function.c_str();
  error.block = where.block.c_str();
  error.instruction = where.instruction.c_str();
  error.operation = where.operation.c_str();
  error.file = where.file.c_str();
  error.line = where.line;
  error.column = where.column;
  error.block_number = where.block_number.value_or(UINT32_MAX);
  error.instruction_number = where.instruction_number.value_or(UINT32_MAX);
  return result;
}

TrellisResult TrellisTranslator::fail(Diagnostic what) noexcept {
  const TrellisResult result = result_of(what.code);
  return fail(std::move(what), result);
}

TrellisResult TrellisTranslator::out_of_memory() noexcept {
  error = {TRELLIS_ERROR_OUT_OF_MEMORY,
           0,
           0,
           "out of memory",
           "out of memory",
           "",
           "",
           "",
           "",
           "",
           "",
           0,
           0,
           UINT32_MAX,
           UINT32_MAX};
  return error.result;
}

extern "C" {

uint32_t trellis_api_supported(uint32_t major, uint32_t minor) {
  return major == TRELLIS_API_MAJOR && minor <= TRELLIS_API_MINOR ? 1 : 0;
}

const char* trellis_version(void) { return trellis::version(); }

const char* trellis_result_name(TrellisResult result) {
  switch (result) {
    case TRELLIS_SUCCESS:
      return "success";
    case TRELLIS_ERROR_BAD_INPUT:
      return "bad input";
    case TRELLIS_ERROR_UNSUPPORTED:
      return "unsupported";
    case TRELLIS_ERROR_INTERNAL_CHECK:
      return "internal check failed";
    case TRELLIS_ERROR_INVALID_ARGUMENT:
      return "invalid argument";
    case TRELLIS_ERROR_OUT_OF_MEMORY:
      return "out of memory";
    case TRELLIS_ERROR_LIMIT:
      return "limit exceeded";
    case TRELLIS_ERROR_CANCELLED:
      return "cancelled";
    default:
      return "unknown result";
  }
}

TrellisResult trellis_translator_create(const TrellisTranslatorOptions* options,
                                        TrellisTranslator** translator) {
  if (translator == nullptr) return TRELLIS_ERROR_INVALID_ARGUMENT;
  *translator = nullptr;
  TrellisTranslatorOptions known = TRELLIS_TRANSLATOR_OPTIONS_INIT;
  try {
    if (!trellis::c_api::read_versioned(options, "options", known)) return TRELLIS_ERROR_INVALID_ARGUMENT;
    if ((known.allocator.allocate == nullptr) != (known.allocator.release == nullptr)) {
      return TRELLIS_ERROR_INVALID_ARGUMENT;
    }
    const trellis::c_api::MemoryHandle memory = trellis::c_api::make_memory(known.allocator);
    const trellis::RoutedMemoryScope scope(memory.get());
    *translator = trellis::c_api::make_object<TrellisTranslator>(memory);
  } catch (const std::bad_alloc&) {
    return TRELLIS_ERROR_OUT_OF_MEMORY;
  }
  (*translator)->log = known.log;
  (*translator)->log_user = known.log_user;
  return TRELLIS_SUCCESS;
}

void trellis_translator_destroy(TrellisTranslator* translator) {
  if (trellis::c_api::is_live(translator)) trellis::c_api::destroy_object(translator);
}

const TrellisError* trellis_translator_error(const TrellisTranslator* translator) {
  return trellis::c_api::is_live(translator) ? &translator->error : nullptr;
}

}  // extern "C"
