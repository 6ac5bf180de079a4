#include "spirv_backend/resources/buffers/word_loops.hpp"

#include <array>
#include <utility>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/resources/buffers/checked_access.hpp"
#include "spirv_backend/resources/buffers/word_images.hpp"
#include "spirv_backend/resources/buffers/word_tables.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::StorageClass;

constexpr uint8_t kInPiece = 4;
// Shorter vectors are as fast without a loop, which drivers can schedule; few longer vectors fit in
// registers.
constexpr uint32_t kFewestComponents = 128;

/// The key of a function in the module.
struct LoopFunction {
  Op opcode = Op::OpNop;  ///< OpLoad or OpStore.
  WordView view = WordView::k32;
  NumericType scalar;
  uint32_t pieces = 0, resource = kNone;
  bool is_array = false, is_non_uniform = false;
  /// From checked_access.hpp: accesses one word; 0: the descriptor is accessed directly.
  Id word_function = 0;
  bool has_first = false;  ///< It takes the start of a view and a descriptor's index, rather than an address.
  bool operator==(const LoopFunction&) const = default;
};

struct LoopFunctions {
  Vector<std::pair<LoopFunction, Id>> functions;
};

/// Writes one function.
class LoopWriter {
 public:
  LoopWriter(FunctionEmitter& e, const LoopFunction& wanted)
      : module_(e.module()),
        wanted_(wanted),
        word_(word_type(wanted.view)),
        piece_(wanted.scalar.with_count(kInPiece)),
        words_in_scalar_(wanted.scalar.bits == 64 && word_.bits == 32 ? 2 : 1),
        variable_(wanted.word_function == 0 ? word_variable(e.context(), wanted.resource, wanted.view) : 0),
        word_pointer_(module_.type_pointer(StorageClass::StorageBuffer, module_.type(word_))),
        array_(module_.type_array(module_.type(piece_), wanted.pieces)) {}

  Id write() {
    const bool is_store = wanted_.opcode == Op::OpStore;
    const Id word = module_.type(kU32);
    const Id array_pointer = module_.type_pointer(StorageClass::Function, array_);
    const Id piece_pointer = module_.type_pointer(StorageClass::Function, module_.type(piece_));
    const Id zero = module_.constant_u32(0), one = module_.constant_u32(1);
    const Id count = module_.constant_u32(wanted_.pieces);
    const Id words_in_piece = module_.constant_u32(kInPiece * words_in_scalar_);
    Vector<Id> parameters = {word};
    if (is_store) parameters.push_back(array_);
    if (wanted_.is_array) parameters.push_back(word);
    if (wanted_.word_function != 0) {
      parameters.push_back(wanted_.has_first ? word : module_.type(kU32.with_count(2)));
      parameters.push_back(word);
      if (wanted_.has_first) parameters.push_back(word);
    }
    FunctionWriter f(module_, is_store ? module_.type_void() : array_, parameters);
    const Id entry = f.new_id(), head = f.new_id(), body = f.new_id(), latch = f.new_id(), merge = f.new_id();
    const Id next = f.new_id();
    f.label(entry);
    const Id pieces = f.op(Op::OpVariable, array_pointer, StorageClass::Function);
    if (is_store) f.op_void(Op::OpStore, pieces, f.parameter(1));
    f.op_void(Op::OpBranch, head);

    f.label(head);
    const Id n = f.op(Op::OpPhi, kU32, zero, entry, next, latch);
    const Id goes_on = f.op(Op::OpULessThan, kBool, n, count);
    f.op_void(Op::OpLoopMerge, merge, latch, spv::LoopControlMask::DontUnroll);
    f.op_void(Op::OpBranchConditional, goes_on, body, merge);

    f.label(body);
    const Id before = f.op(Op::OpIMul, kU32, n, words_in_piece);
    const Id at = f.op(Op::OpIAdd, kU32, f.parameter(0), before);
    const Id place = f.op(Op::OpAccessChain, piece_pointer, pieces, n);
    if (is_store) {
      store_piece(f, at, f.op(Op::OpLoad, piece_, place));
    } else {
      f.op_void(Op::OpStore, place, load_piece(f, at));
    }
    f.op_void(Op::OpBranch, latch);

    f.label(latch);
    f.define(next, Op::OpIAdd, kU32, n, one);
    f.op_void(Op::OpBranch, head);

    f.label(merge);
    if (is_store) {
      f.op_void(Op::OpReturn);
    } else {
      f.op_void(Op::OpReturnValue, f.op(Op::OpLoad, array_, pieces));
    }
    return f.finish();
  }

 private:
  void mark(Id id) {
    if (wanted_.is_non_uniform) module_.decorate(id, spv::Decoration::NonUniform);
  }

  Id pointer(FunctionWriter& f, Id at, uint32_t extra) {
    const Id index = extra == 0 ? at : f.op(Op::OpIAdd, kU32, at, module_.constant_u32(extra));
    const Id zero = module_.constant_u32(0);
    if (!wanted_.is_array) return f.CodeWriter::op(Op::OpAccessChain, word_pointer_, variable_, zero, index);
    const Id descriptor = f.parameter(wanted_.opcode == Op::OpStore ? 2 : 1);
    const Id id = f.CodeWriter::op(Op::OpAccessChain, word_pointer_, variable_, descriptor, zero, index);
    mark(id);
    return id;
  }

  /// Calls the function that accesses one word. `value`: the value to store; 0: a load.
  Id call(FunctionWriter& f, Id at, uint32_t extra, Id value) {
    const Id index = extra == 0 ? at : f.op(Op::OpIAdd, kU32, at, module_.constant_u32(extra));
    const size_t own = wanted_.opcode == Op::OpStore ? 2 : 1;
    Vector<uint32_t> operands = {wanted_.word_function, f.parameter(own), index, f.parameter(own + 1)};
    if (value != 0) operands.push_back(value);
    if (wanted_.has_first) operands.push_back(f.parameter(own + 2));
    return f.op_list(Op::OpFunctionCall, module_.type(value != 0 ? kU32 : word_), operands);
  }

  Id load(FunctionWriter& f, Id at, uint32_t extra) {
    if (wanted_.word_function != 0) return call(f, at, extra, 0);
    const Id word = f.op(Op::OpLoad, word_, pointer(f, at, extra));
    mark(word);
    return word;
  }

  void store(FunctionWriter& f, Id at, uint32_t extra, Id word) {
    if (wanted_.word_function != 0) {
      call(f, at, extra, word);
    } else {
      f.op_void(Op::OpStore, pointer(f, at, extra), word);
    }
  }

  Id load_piece(FunctionWriter& f, Id at) {
    std::array<Id, kInPiece> scalars = {};
    for (uint32_t n = 0; n < kInPiece; ++n) {
      std::array<Id, 2> words = {};
      for (uint32_t w = 0; w < words_in_scalar_; ++w) {
        words[w] = load(f, at, n * words_in_scalar_ + w);
      }
      scalars[n] = words[0];
      if (words_in_scalar_ == 2) {
        const Id both = f.op(Op::OpCompositeConstruct, word_.with_count(2), words[0], words[1]);
        scalars[n] = f.op(Op::OpBitcast, wanted_.scalar, both);
      } else if (word_ != wanted_.scalar) {
        scalars[n] = f.op(Op::OpBitcast, wanted_.scalar, words[0]);
      }
    }
    return f.op(Op::OpCompositeConstruct, piece_, scalars[0], scalars[1], scalars[2], scalars[3]);
  }

  void store_piece(FunctionWriter& f, Id at, Id piece) {
    for (uint32_t n = 0; n < kInPiece; ++n) {
      const Id scalar = f.op(Op::OpCompositeExtract, wanted_.scalar, piece, n);
      if (words_in_scalar_ == 1) {
        const Id word = word_ == wanted_.scalar ? scalar : f.op(Op::OpBitcast, word_, scalar);
        store(f, at, n, word);
        continue;
      }
      const Id both = f.op(Op::OpBitcast, word_.with_count(2), scalar);
      for (uint32_t w = 0; w < 2; ++w) {
        const Id word = f.op(Op::OpCompositeExtract, word_, both, w);
        store(f, at, 2 * n + w, word);
      }
    }
  }

  ModuleBuilder& module_;
  const LoopFunction& wanted_;
  NumericType word_, piece_;
  uint32_t words_in_scalar_;
  Id variable_, word_pointer_, array_;
};

Id loop_function(FunctionEmitter& e, const Handle& handle, const LoopFunction& wanted) {
  auto& functions = e.context().caches.get<LoopFunctions>().functions;
  for (const auto& [known, id] : functions) {
    if (known == wanted) return id;
  }
  if (wanted.is_array) require_buffer_indexing(e, handle);
  const Id id = LoopWriter(e, wanted).write();
  functions.emplace_back(wanted, id);
  return id;
}

bool has_word_function(const Handle& handle) {
  return is_texel(handle) || is_address(handle) || is_checked(handle) || handle.is_in_device_heap;
}

/// The function, and its arguments besides the first word and the pieces.
struct LoopCall {
  Id function = 0;
  Vector<Id> arguments;
};

LoopCall loop_call(FunctionEmitter& e, const Handle& handle, Op opcode, WordView view, NumericType scalar,
                   uint32_t pieces) {
  LoopFunction wanted;
  wanted.opcode = opcode;
  wanted.view = view;
  wanted.scalar = scalar;
  wanted.pieces = pieces;
  LoopCall call;
  if (has_word_function(handle)) {
    const CheckedCall word = checked_call(e, handle, view, opcode);
    wanted.word_function = word.function;
    wanted.has_first = word.first != 0;
    call.arguments = {word.base, word.count};
    if (wanted.has_first) call.arguments.push_back(word.first);
  } else {
    wanted.resource = handle.resource;
    wanted.is_array = handle.is_array;
    wanted.is_non_uniform = handle.is_array && handle.non_uniform;
    if (handle.is_array) call.arguments = {handle.index};
  }
  call.function = loop_function(e, handle, wanted);
  return call;
}

}  // namespace

bool is_worth_a_loop(FunctionEmitter& e, const Handle& handle, WordView view, uint32_t count) {
  const bool splits_words = view == WordView::k16 && (is_texel(handle) || !has_16bit_storage(e.module()));
  return count >= kFewestComponents && !splits_words;
}

Id call_load_loop(FunctionEmitter& e, const Handle& handle, WordView view, NumericType scalar,
                  uint32_t pieces, Id first) {
  const LoopCall call = loop_call(e, handle, Op::OpLoad, view, scalar, pieces);
  const Id array = e.module().type_array(e.type(scalar.with_count(kInPiece)), pieces);
  Vector<uint32_t> operands = {call.function, first};
  operands.insert(operands.end(), call.arguments.begin(), call.arguments.end());
  return e.op_list(Op::OpFunctionCall, array, operands);
}

void call_store_loop(FunctionEmitter& e, const Handle& handle, WordView view, NumericType scalar,
                     std::span<const Id> pieces, Id first) {
  const auto count = static_cast<uint32_t>(pieces.size());
  const LoopCall call = loop_call(e, handle, Op::OpStore, view, scalar, count);
  const Id type = e.module().type_array(e.type(scalar.with_count(kInPiece)), count);
  const Id array = e.op_list(Op::OpCompositeConstruct, type, pieces);
  const Id nothing = e.module().type_void();
  Vector<uint32_t> operands = {call.function, first, array};
  operands.insert(operands.end(), call.arguments.begin(), call.arguments.end());
  e.op_list(Op::OpFunctionCall, nothing, operands);
}

}  // namespace trellis::spirv
