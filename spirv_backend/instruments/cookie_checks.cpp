#include "spirv_backend/instruments/cookie_checks.hpp"

#include <array>

#include "spirv_backend/instruments/instrument_buffers.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/options/cookie_words.hpp"

namespace trellis::spirv {
namespace {

using CookieReport = CookieReportWords;
using CookieTable = CookieTableWords;

constexpr uint32_t word(CookieBit bit) { return static_cast<uint32_t>(bit); }
constexpr uint32_t word(CookieFault fault) { return static_cast<uint32_t>(fault); }

/// The function that checks elements; 0: not written yet.
struct CookieCheck {
  Id id = 0;
};

/// What the report has of an element, besides its index.
struct CheckedElement {
  Id faults = 0, cookie = 0, bits = 0;
};

/// Writes the functions of a module.
class CookieWriter {
 public:
  explicit CookieWriter(ModuleContext& context)
      : context_(context), asked_(context.plan.options.instrumentation) {
    reports_ = instrument_buffer(context, asked_.reports, "descriptor_reports", false);
    table_ = instrument_buffer(context, asked_.resource_table, "resource_table", true);
    pointer_ = instrument_word_pointer(context.builder);
  }

  Id write_check();

 private:
  Id write_report();
  CheckedElement look_up(FunctionWriter& f, BufferWords& table, Id element, Id wanted);
  Id is_live(FunctionWriter& f, BufferWords& reports, Id cookie);
  Id name(Id function, const char* text) {
    if (context_.plan.options.debug_names) context_.builder.name(function, text);
    return function;
  }

  ModuleContext& context_;
  const Instrumentation& asked_;
  Id reports_ = 0, table_ = 0, pointer_ = 0;
};

/// void report(uint fault, uint index, uint heap, uint cookie, uint wanted, uint found, uint access)
/// The first lane since the caller cleared the report writes it, and the fault last: the caller reads the
/// report as soon as there is a fault.
Id CookieWriter::write_report() {
  constexpr uint32_t kOrder[] = {CookieReport::kFault,  CookieReport::kIndex,  CookieReport::kHeap,
                                 CookieReport::kCookie, CookieReport::kWanted, CookieReport::kFound,
                                 CookieReport::kAccess};
  ModuleBuilder& module = context_.builder;
  const Vector<Id> parameters(std::size(kOrder), module.type(kU32));
  FunctionWriter f(module, module.type_void(), parameters);
  BufferWords words(f, reports_, pointer_);
  const Id entry = f.new_id(), write = f.new_id(), end = f.new_id();
  f.label(entry);
  const Id faults = f.u32(CookieReport::kFaults), one = f.u32(1);
  const Id earlier = words.atomic(Op::OpAtomicIAdd, faults, one);
  const Id is_first = f.op(Op::OpIEqual, kBool, earlier, f.u32(0));
  f.selection(is_first, write, end, end);
  f.label(write);
  const auto put = [&](uint32_t offset, Id value) { words.store(f.u32(offset), value); };
  const uint64_t hash = reported_hash(context_);
  const Id low = f.u32(static_cast<uint32_t>(hash)), high = f.u32(static_cast<uint32_t>(hash >> 32));
  put(CookieReport::kHash, low);
  put(CookieReport::kHash + 1, high);
  for (size_t n = 1; n < std::size(kOrder); ++n) put(kOrder[n], f.parameter(n));
  constexpr uint32_t kSemantics =
      to_word(spv::MemorySemanticsMask::AcquireRelease) | to_word(spv::MemorySemanticsMask::UniformMemory);
  const Id device = f.u32(to_word(spv::Scope::Device));
  f.op_void(Op::OpMemoryBarrier, device, f.u32(kSemantics));
  put(kOrder[0], f.parameter(0));
  f.op_void(Op::OpBranch, end);
  f.label(end);
  f.op_void(Op::OpReturn);
  return name(f.finish(), "report_descriptor");
}

/// Returns true if the cookie's live bit is set. Cookies whose bits are not in the buffer count as dead.
Id CookieWriter::is_live(FunctionWriter& f, BufferWords& reports, Id cookie) {
  const Id place = f.op(Op::OpShiftRightLogical, kU32, cookie, f.u32(5));
  const Id at = f.op(Op::OpIAdd, kU32, place, f.u32(CookieReport::kFirstLive));
  const Id size = f.op(Op::OpArrayLength, kU32, reports_, 0u);
  const Id is_there = f.op(Op::OpULessThan, kBool, at, size);
  // Any word that is there replaces one that is not.
  const Id safe = f.op(Op::OpSelect, kU32, is_there, at, f.u32(CookieReport::kTimestamp));
  const Id bits = reports.load(safe);
  const Id bit = f.op(Op::OpBitwiseAnd, kU32, cookie, f.u32(31));
  const Id mask = f.op(Op::OpShiftLeftLogical, kU32, f.u32(1), bit);
  const Id masked = f.op(Op::OpBitwiseAnd, kU32, bits, mask);
  const Id is_set = f.op(Op::OpINotEqual, kBool, masked, f.u32(0));
  return f.op(Op::OpLogicalAnd, kBool, is_there, is_set);
}

/// Loads an element of the table and compares it with what the access requires.
CheckedElement CookieWriter::look_up(FunctionWriter& f, BufferWords& table, Id element, Id wanted) {
  BufferWords reports(f, reports_, pointer_);
  const Id start = f.op(Op::OpIMul, kU32, element, f.u32(CookieTable::kElementWords));
  const auto load = [&](uint32_t offset) {
    return table.load(f.op(Op::OpIAdd, kU32, start, f.u32(CookieTable::kFirstElement + offset)));
  };
  const auto unless = [&](Id is_right, CookieFault fault) {
    const Id none = f.u32(0);
    return f.op(Op::OpSelect, kU32, is_right, none, f.u32(word(fault)));
  };
  CheckedElement found;
  found.cookie = load(CookieTable::kCookie);
  const Id created = load(CookieTable::kTimestamp);
  found.bits = load(CookieTable::kBits);
  const Id common = f.op(Op::OpBitwiseAnd, kU32, found.bits, wanted);
  const Id has_all = f.op(Op::OpIEqual, kBool, common, wanted);
  const Id now = reports.load_at(CookieReport::kTimestamp);
  const Id is_old = f.op(Op::OpULessThanEqual, kBool, created, now);
  const Id is_alive = is_live(f, reports, found.cookie);
  const Id wrong_type = unless(has_all, CookieFault::kWrongType);
  const Id destroyed = unless(is_alive, CookieFault::kDestroyed);
  const Id too_new = unless(is_old, CookieFault::kTooNew);
  const Id both = f.op(Op::OpBitwiseOr, kU32, wrong_type, destroyed);
  found.faults = f.op(Op::OpBitwiseOr, kU32, both, too_new);
  return found;
}

/// uint checked_element(uint element, uint wanted, uint access)
Id CookieWriter::write_check() {
  ModuleBuilder& module = context_.builder;
  const Id report = write_report();
  const std::array<NumericType, 3> parameters = {kU32, kU32, kU32};
  FunctionWriter f(module, kU32, parameters);
  BufferWords table(f, table_, pointer_);
  const Id element = f.parameter(0), wanted = f.parameter(1), access = f.parameter(2);
  const Id entry = f.new_id(), look = f.new_id(), known = f.new_id(), wrong = f.new_id(), merge = f.new_id();
  f.label(entry);
  const Id count = table.load_at(CookieTable::kCount);
  const Id is_inside = f.op(Op::OpULessThan, kBool, element, count);
  f.selection(is_inside, look, known, known);
  f.label(look);
  const CheckedElement there = look_up(f, table, element, wanted);
  f.op_void(Op::OpBranch, known);
  f.label(known);
  // Beyond the heap there is no descriptor, and thus none of the right type.
  const Id beyond = f.u32(word(CookieFault::kBeyondHeap) | word(CookieFault::kWrongType));
  const Id faults = f.op(Op::OpPhi, kU32, there.faults, look, beyond, entry);
  const Id cookie = f.op(Op::OpPhi, kU32, there.cookie, look, f.u32(0), entry);
  const Id bits = f.op(Op::OpPhi, kU32, there.bits, look, f.u32(0), entry);
  const Id is_right = f.op(Op::OpIEqual, kBool, faults, f.u32(0));
  f.selection(is_right, merge, wrong, merge);
  f.label(wrong);
  const Id heap = table.load_at(CookieTable::kHeap);
  const std::array<uint32_t, 8> operands = {report, faults, element, heap, cookie, wanted, bits, access};
  f.op_list(Op::OpFunctionCall, module.type_void(), operands);
  f.op_void(Op::OpBranch, merge);
  f.label(merge);
  const Id out = f.op(Op::OpPhi, kU32, element, known, count, wrong);
  f.op_void(Op::OpReturnValue, out);
  return name(f.finish(), "checked_element");
}

CookieBit descriptor_bit(HeapType type, BufferForm form) {
  switch (type) {
    case HeapType::kConstantBuffer:
      return form == BufferForm::kStorage ? CookieBit::kStorageBuffer : CookieBit::kUniformBuffer;
    case HeapType::kReadBuffer:
      return form == BufferForm::kTexel ? CookieBit::kReadTexels : CookieBit::kStorageBuffer;
    case HeapType::kWriteBuffer:
      return form == BufferForm::kTexel ? CookieBit::kWriteTexels : CookieBit::kStorageBuffer;
    case HeapType::kReadTexels:
      return CookieBit::kReadTexels;
    case HeapType::kWriteTexels:
      return CookieBit::kWriteTexels;
    case HeapType::kTexture:
      return CookieBit::kTexture;
    case HeapType::kWriteTexture:
      return CookieBit::kWriteTexture;
    case HeapType::kAccelerationStructure:
      break;
  }
  return CookieBit::kAccelerationStructure;
}

}  // namespace

uint32_t cookie_bits(const dxil::Resource& resource, const Binding& place, bool is_counter) {
  if (is_counter) {
    // In the device's own heaps, a counter has a descriptor of its own.
    const bool has_descriptor = place.counter.kind == BindingKind::kDeviceHeap;
    return word(has_descriptor ? CookieBit::kStorageBuffer : CookieBit::kAddress);
  }
  const uint32_t bit = word(descriptor_bit(heap_type(resource), place.form));
  return place.form == BufferForm::kAddresses ? bit | word(CookieBit::kAddress) : bit;
}

Id cookie_check(ModuleContext& context) {
  Id& function = context.caches.get<CookieCheck>().id;
  if (function == 0) function = CookieWriter(context).write_check();
  return function;
}

}  // namespace trellis::spirv
