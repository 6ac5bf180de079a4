#include "adapters/dxil_spirv/thread.hpp"

#include <cstdio>

namespace trellis::dxil_spirv {
namespace {

dxil_spv_result result_of(TrellisResult result, dxil_spv_result of_input) {
  switch (result) {
    case TRELLIS_SUCCESS:
      return DXIL_SPV_SUCCESS;
    case TRELLIS_ERROR_BAD_INPUT:
      return of_input;
    case TRELLIS_ERROR_UNSUPPORTED:
      return DXIL_SPV_ERROR_UNSUPPORTED_FEATURE;
    case TRELLIS_ERROR_INTERNAL_CHECK:
      return DXIL_SPV_ERROR_FAILED_VALIDATION;
    case TRELLIS_ERROR_INVALID_ARGUMENT:
      return DXIL_SPV_ERROR_INVALID_ARGUMENT;
    case TRELLIS_ERROR_OUT_OF_MEMORY:
      return DXIL_SPV_ERROR_OUT_OF_MEMORY;
    default:
      return DXIL_SPV_ERROR_GENERIC;
  }
}

/// Logs on the current thread, which is the translator's thread.
void log_line(void*, TrellisLogLevel level, const char* line) {
  try {
    thread().log(level == TRELLIS_LOG_WARNING ? DXIL_SPV_LOG_LEVEL_WARN : DXIL_SPV_LOG_LEVEL_DEBUG, line);
  } catch (const std::bad_alloc&) {  // The line is lost, but not the effect of the call.
  }
}

}  // namespace

void Thread::listen(dxil_spv_log_cb callback, void* user) {
  if (callback != callback_ || user != user_) logged_.reset();
  callback_ = callback;
  user_ = user;
}

void Thread::log(dxil_spv_log_level level, const std::string& line) const {
  if (callback_ != nullptr) {
    callback_(user_, level, (line + '\n').c_str());
  } else if (level == DXIL_SPV_LOG_LEVEL_ERROR) {
    std::fprintf(stderr, "[ERROR]: %s\n", line.c_str());
  }
}

void Thread::log_once(unsigned number, const std::string& line) {
  if (number >= logged_.size()) number = 0;
  if (logged_[number]) return;
  logged_.set(number);
  log(DXIL_SPV_LOG_LEVEL_WARN, line);
}

TrellisTranslator* Thread::translator() {
  if (translator_ == nullptr) {
    TrellisTranslatorOptions options = TRELLIS_TRANSLATOR_OPTIONS_INIT;
    options.log = log_line;
    trellis_translator_create(&options, &translator_);
  }
  return translator_;
}

void Thread::forget_translator() {
  trellis_translator_destroy(translator_);
  translator_ = nullptr;
}

dxil_spv_result Thread::fail(dxil_spv_result of_input) {
  const TrellisError* error = trellis_translator_error(translator_);
  log(DXIL_SPV_LOG_LEVEL_ERROR, error->text);
  return result_of(error->result, of_input);
}

Thread& thread() {
  thread_local Thread own;
  return own;
}

dxil_spv_result invalid_argument(const char* what) {
  thread().log(DXIL_SPV_LOG_LEVEL_ERROR, what);
  return DXIL_SPV_ERROR_INVALID_ARGUMENT;
}

}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" {

void dxil_spv_get_version(unsigned* major, unsigned* minor, unsigned* patch) {
  if (major != nullptr) *major = DXIL_SPV_API_VERSION_MAJOR;
  if (minor != nullptr) *minor = DXIL_SPV_API_VERSION_MINOR;
  if (patch != nullptr) *patch = DXIL_SPV_API_VERSION_PATCH;
}

void dxil_spv_set_thread_log_callback(dxil_spv_log_cb callback, void* userdata) {
  thread().listen(callback, userdata);
}

// Objects have memory of their own, so that they may be freed in any order and on any thread. What is kept
// between shaders is the translator, with LLVM's types and constants of earlier shaders.
void dxil_spv_begin_thread_allocator_context(void) { thread().translator(); }
void dxil_spv_end_thread_allocator_context(void) {}
void dxil_spv_reset_thread_allocator_context(void) {}
}
