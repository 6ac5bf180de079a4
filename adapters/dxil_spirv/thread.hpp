// The interface's state for each thread: its log callback, and a translator.
#pragma once

#include <bitset>
#include <new>
#include <string>

#include "dxil_spirv_c.h"
#include "trellis/trellis.h"

namespace trellis::dxil_spirv {

/// One more than the greatest known number of an option, and of a quirk.
inline constexpr unsigned kOptionNumbers = 64, kQuirkNumbers = 32;

class Thread {
 public:
  Thread() = default;
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  ~Thread() { forget_translator(); }

  void listen(dxil_spv_log_cb callback, void* user);
  /// Logs a line, given without its newline. Without a callback, errors are written to the standard error
  /// output, as programs that set no callback expect; other lines are dropped.
  void log(dxil_spv_log_level level, const std::string& line) const;
  /// Logs a line once for each number (numbers that are too large count as 0) until the callback changes.
  /// Numbers of quirks follow those of options.
  void log_once(unsigned number, const std::string& line);

  /// Returns the translator, creating it on first use. Null if out of memory.
  TrellisTranslator* translator();
  void forget_translator();

  /// Logs why the translator's last call failed, and returns the interface's result code for it. `of_input`
  /// is the code for bad input.
  dxil_spv_result fail(dxil_spv_result of_input);

 private:
  dxil_spv_log_cb callback_ = nullptr;
  void* user_ = nullptr;
  TrellisTranslator* translator_ = nullptr;
  std::bitset<kOptionNumbers + kQuirkNumbers> logged_;
};

/// Returns the state of the calling thread.
Thread& thread();

/// Logs what was wrong with a call and returns the result code.
dxil_spv_result invalid_argument(const char* what);

/// Runs `function`, which returns a dxil_spv_result. Nothing but std::bad_alloc is thrown here.
template <class Function>
dxil_spv_result guarded(const Function& function) {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return DXIL_SPV_ERROR_OUT_OF_MEMORY;
  }
}

}  // namespace trellis::dxil_spirv
