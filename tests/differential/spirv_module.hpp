// A SPIR-V module under construction, with only what the tests' shaders need.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <spirv/unified1/spirv.hpp>
#include <string_view>
#include <vector>

namespace trellis::differential {

using Id = uint32_t;

/// A compute shader with two storage buffers of words: it reads binding 0 and writes binding 1. Instructions
/// are appended to the function that was begun last.
class SpirvModule {
 public:
  explicit SpirvModule(uint32_t group_size);

  Id fresh() { return bound_++; }
  Id constant(uint32_t number);
  /// Declares a private variable, which each invocation has its own copy of.
  Id private_variable();
  void need(spv::Capability capability);
  /// Declares MaximallyReconvergesKHR for the entry point.
  void reconverge_maximally() { reconverges_maximally_ = true; }

  /// Begins a function whose parameters are words and that returns a word or nothing, and opens its first
  /// block. The parameters get the ids after the function's.
  Id begin_function(bool returns_word, uint32_t parameters);
  void end_function() { append(functions_, spv::Op::OpFunctionEnd, {}); }

  void label(Id id) { append(functions_, spv::Op::OpLabel, {id}); }
  void emit(spv::Op op, std::initializer_list<Id> operands) { append(functions_, op, operands); }
  void emit(spv::Op op, std::span<const Id> operands) { append(functions_, op, operands); }
  /// Appends an instruction and returns the id of its result.
  Id result(spv::Op op, Id type, std::initializer_list<Id> operands);
  Id word(spv::Op op, std::initializer_list<Id> operands) { return result(op, uint_type, operands); }
  Id load(Id variable) { return word(spv::Op::OpLoad, {variable}); }
  void store(Id variable, Id value) { emit(spv::Op::OpStore, {variable, value}); }
  Id call(Id function, std::initializer_list<Id> arguments, bool returns_word);
  /// Returns a pointer to an element of the buffer at `binding`.
  Id element(uint32_t binding, Id index);

  /// Returns the module. Its entry point `main` is the last function begun. The object must not be used
  /// afterwards.
  std::vector<uint32_t> finish(Id main_function);

  Id void_type, bool_type, uint_type, uvec3_type, uvec4_type;
  Id undef_word, undef_bool, true_id, false_id;
  Id group_id, thread_index;  ///< Built-in inputs: three words, and one word.

 private:
  using Words = std::vector<uint32_t>;
  static void append(Words& section, spv::Op op, std::span<const Id> operands);
  static void append(Words& section, spv::Op op, std::initializer_list<Id> operands) {
    append(section, op, std::span<const Id>(operands.begin(), operands.size()));
  }
  void declare_types();
  void declare_interface();

  Id bound_ = 1;
  bool reconverges_maximally_ = false;
  uint32_t group_size_;
  Words capabilities_, decorations_, globals_, functions_;
  std::vector<Id> interface_;
  std::map<uint32_t, Id> constants_;
  /// Keyed by twice the number of parameters, plus one if the function returns a word.
  std::map<uint32_t, Id> function_types_;
  Id private_pointer_ = 0, element_pointer_ = 0, buffers_[2] = {0, 0};
};

}  // namespace trellis::differential
