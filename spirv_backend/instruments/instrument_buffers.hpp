// Storage buffers that the module adds for instrumentation, and access to their words.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/module/function_writer.hpp"

namespace trellis::spirv {

/// Declares a storage buffer of 32-bit words at a binding that the caller chose.
Id instrument_buffer(ModuleContext& context, const BindingPlace& place, const char* name, bool is_read_only);
/// Returns the type id of a pointer to one of its words.
Id instrument_word_pointer(ModuleBuilder& module);

/// Returns the shader's hash for reports: the caller's, or the first 8 bytes of the container's part HASH.
uint64_t reported_hash(const ModuleContext& context);

/// Access to a buffer's words in the code of a function.
class BufferWords {
 public:
  BufferWords(FunctionWriter& f, Id buffer, Id pointer_type) : f_(f), buffer_(buffer), type_(pointer_type) {}

  Id pointer(Id word) { return f_.op(Op::OpAccessChain, type_, buffer_, f_.u32(0), word); }
  Id load(Id word) { return f_.op(Op::OpLoad, kU32, pointer(word)); }
  Id load_at(uint32_t word) { return load(f_.u32(word)); }
  void store(Id word, Id value) {
    const Id at = pointer(word);
    f_.op_void(Op::OpStore, at, value);
  }
  Id atomic(Op opcode, Id word, Id value) {
    const Id at = pointer(word);
    const Id scope = f_.u32(to_word(spv::Scope::Device)), relaxed = f_.u32(0);
    return f_.op(opcode, kU32, at, scope, relaxed, value);
  }

 private:
  FunctionWriter& f_;
  Id buffer_, type_;
};

}  // namespace trellis::spirv
