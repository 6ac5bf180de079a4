// LLVM's names of instructions, for messages.
#include <iterator>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/record_reader/record_decoder.hpp"

namespace trellis::dxil {

namespace {

constexpr const char* kIntegerNames[] = {"add", "sub",  "mul",  "udiv", "sdiv", "urem", "srem",
                                         "shl", "lshr", "ashr", "and",  "or",   "xor"};
constexpr const char* kFloatNames[] = {"fadd", "fsub", "fmul", "frem", "fdiv", "frem", "frem"};
constexpr const char* kCastNames[] = {"trunc",    "zext",    "sext",         "fptoui", "fptosi",
                                      "uitofp",   "sitofp",  "fptrunc",      "fpext",  "ptrtoint",
                                      "inttoptr", "bitcast", "addrspacecast"};

template <size_t kCount>
const char* name_at(const char* const (&names)[kCount], uint64_t number) {
  return number < kCount ? names[number] : "";
}

const char* fixed_name(uint32_t code) {
  switch (code) {
    case bitcode::kInstExtractElement:
      return "extractelement";
    case bitcode::kInstInsertElement:
      return "insertelement";
    case bitcode::kInstShuffleVector:
      return "shufflevector";
    case bitcode::kInstRet:
      return "ret";
    case bitcode::kInstBr:
      return "br";
    case bitcode::kInstSwitch:
      return "switch";
    case bitcode::kInstUnreachable:
      return "unreachable";
    case bitcode::kInstPhi:
      return "phi";
    case bitcode::kInstAlloca:
      return "alloca";
    case bitcode::kInstLoad:
    case bitcode::kInstLoadAtomic:
      return "load";
    case bitcode::kInstStore:
    case bitcode::kInstStoreAtomic:
      return "store";
    case bitcode::kInstExtractValue:
      return "extractvalue";
    case bitcode::kInstInsertValue:
      return "insertvalue";
    case bitcode::kInstSelect:
      return "select";
    case bitcode::kInstCall:
      return "call";
    case bitcode::kInstFence:
      return "fence";
    case bitcode::kInstCmpxchg:
    case bitcode::kInstCmpxchgOld:
      return "cmpxchg";
    case bitcode::kInstAtomicRmw:
    case bitcode::kInstAtomicRmwOld:
      return "atomicrmw";
    case bitcode::kInstGep:
      return "getelementptr";
    case bitcode::kInstUnop:
      return "fneg";
    case bitcode::kInstFreeze:
      return "freeze";
    default:
      return "";
  }
}

}  // namespace

const char* RecordDecoder::instruction_name(const CodeRecord& record) const {
  constexpr uint64_t kFirstIntegerPredicate = 32;
  Operands operands = operands_of(record);
  switch (record.code) {
    case bitcode::kInstBinop: {
      operands.value();
      operands.typed_value();
      const bool is_float = code_.types.is_float_or_vector(record.type);
      return is_float ? name_at(kFloatNames, operands.number()) : name_at(kIntegerNames, operands.number());
    }
    case bitcode::kInstCast:
      operands.value();
      operands.type();
      return name_at(kCastNames, operands.number());
    case bitcode::kInstCmp:
    case bitcode::kInstCmp2:
      operands.value();
      operands.typed_value();
      return operands.number() < kFirstIntegerPredicate ? "fcmp" : "icmp";
    default:
      return fixed_name(record.code);
  }
}

}  // namespace trellis::dxil
