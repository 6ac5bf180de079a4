#include "spirv_backend/instruments/descriptor_checks.hpp"

#include <array>

#include "spirv_backend/instruments/cookie_checks.hpp"
#include "spirv_backend/instruments/instrument_buffers.hpp"
#include "spirv_backend/instruments/program_places.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/plan/bindings/binding_check.hpp"

namespace trellis::spirv {
namespace {

using Table = DescriptorTableWords;
using Report = ReportWords;

/// The check functions of a module, each written on first use.
class CheckFunctions {
 public:
  Id range(ModuleContext& context) {
    if (range_ == 0) range_ = write_range(context);
    return range_;
  }
  Id heap(ModuleContext& context, bool is_sampler) {
    Id& function = heap_[is_sampler ? 1 : 0];
    if (function == 0) function = write_heap(context, is_sampler);
    return function;
  }
  Id address(ModuleContext& context) {
    if (address_ == 0) address_ = write_address(context);
    return address_;
  }

 private:
  /// void report(uint access, uint fault, uint index, uint wanted, uint found, uint tag, uint heap)
  Id report(ModuleContext& context) {
    if (report_ == 0) report_ = write_report(context);
    return report_;
  }

  static void call_report(FunctionWriter& f, Id report, const std::array<Id, 7>& arguments) {
    Vector<uint32_t> operands = {report};
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    f.op_list(Op::OpFunctionCall, f.module().type_void(), operands);
  }

  static Id fault(FunctionWriter& f, DescriptorFault fault) { return f.u32(static_cast<uint32_t>(fault)); }

  /// Returns true unless this fault was the last one recorded in its slot of the filter.
  static Id passes_filter(FunctionWriter& f, BufferWords& words, Id size, uint32_t hash) {
    constexpr uint32_t kFaultBits = 3, kSpread = 0x9E3779B1;  // 2^32 divided by the golden ratio.
    const Id shifted = f.op(Op::OpShiftLeftLogical, kU32, f.parameter(0), f.u32(kFaultBits));
    const Id name = f.op(Op::OpBitwiseOr, kU32, shifted, f.parameter(1));
    const Id spread = f.op(Op::OpIMul, kU32, name, f.u32(kSpread));
    const Id mixed = f.op(Op::OpBitwiseXor, kU32, spread, f.u32(hash));
    const Id key = f.ext(GLSLstd450UMax, kU32, mixed, f.u32(1));
    const Id slot = f.op(Op::OpUMod, kU32, key, size);
    const Id capacity = words.load_at(Report::kCapacity);
    const Id reports = f.op(Op::OpIMul, kU32, capacity, f.u32(Report::kSize));
    const Id first = f.op(Op::OpIAdd, kU32, reports, f.u32(Report::kFirstReport));
    const Id at = f.op(Op::OpIAdd, kU32, first, slot);
    const Id last = words.atomic(Op::OpAtomicExchange, at, key);
    return f.op(Op::OpINotEqual, kBool, last, key);
  }

  static Id write_report(ModuleContext& context) {
    ModuleBuilder& module = context.builder;
    const Id buffer =
        instrument_buffer(context, context.plan.options.instrumentation.reports, "descriptor_reports", false);
    const uint64_t hash = reported_hash(context);
    const std::array<Id, 2> hash_words = {module.constant_u32(static_cast<uint32_t>(hash)),
                                          module.constant_u32(static_cast<uint32_t>(hash >> 32))};
    const Id pointer = instrument_word_pointer(module);
    const Vector<Id> parameters(7, module.type(kU32));
    FunctionWriter f(module, module.type_void(), parameters);
    BufferWords words(f, buffer, pointer);
    const Id entry = f.new_id(), filter = f.new_id(), chosen = f.new_id(), count = f.new_id(),
             write = f.new_id(), end = f.new_id();
    f.label(entry);
    const Id faults = f.u32(Report::kFaults), one = f.u32(1);
    words.atomic(Op::OpAtomicIAdd, faults, one);
    const Id size = words.load_at(Report::kFilterSize);
    const Id has_filter = f.op(Op::OpINotEqual, kBool, size, f.u32(0));
    f.selection(has_filter, filter, chosen, chosen);
    f.label(filter);
    const Id is_new = passes_filter(f, words, size, static_cast<uint32_t>(hash));
    f.op_void(Op::OpBranch, chosen);
    f.label(chosen);
    const Id is_wanted = f.op(Op::OpPhi, kBool, is_new, filter, module.constant_bool(true), entry);
    f.selection(is_wanted, count, end, end);
    f.label(count);
    const Id number = words.atomic(Op::OpAtomicIAdd, f.u32(Report::kReported), one);
    const Id capacity = words.load_at(Report::kCapacity);
    const Id has_room = f.op(Op::OpULessThan, kBool, number, capacity);
    const Id written = f.new_id();
    f.selection(has_room, write, written, written);
    f.label(write);
    const Id start = f.op(Op::OpIMul, kU32, number, f.u32(Report::kSize));
    const auto put = [&](uint32_t word, Id value) {
      const Id at = f.op(Op::OpIAdd, kU32, start, f.u32(Report::kFirstReport + word));
      words.store(at, value);
    };
    put(Report::kHash, hash_words[0]);
    put(Report::kHash + 1, hash_words[1]);
    for (uint32_t n = 0; n < 7; ++n) put(Report::kAccess + n, f.parameter(n));
    f.op_void(Op::OpBranch, written);
    f.label(written);
    f.op_void(Op::OpBranch, end);
    f.label(end);
    f.op_void(Op::OpReturn);
    return f.finish();
  }

  /// uint in_range(uint index, uint registers, uint access)
  Id write_range(ModuleContext& context) {
    ModuleBuilder& module = context.builder;
    const Id report_function = report(context);
    const std::array<NumericType, 3> parameters = {kU32, kU32, kU32};
    FunctionWriter f(module, kU32, parameters);
    const Id entry = f.new_id(), wrong = f.new_id(), merge = f.new_id();
    f.label(entry);
    const Id index = f.parameter(0), registers = f.parameter(1);
    const Id is_inside = f.op(Op::OpULessThan, kBool, index, registers);
    f.selection(is_inside, merge, wrong, merge);
    f.label(wrong);
    call_report(f, report_function,
                {f.parameter(2), fault(f, DescriptorFault::kBeyondRange), index, registers, f.u32(0),
                 f.u32(0), f.u32(UINT32_MAX)});
    f.op_void(Op::OpBranch, merge);
    f.label(merge);
    const Id out = f.op(Op::OpPhi, kU32, index, entry, f.u32(0), wrong);
    f.op_void(Op::OpReturnValue, out);
    return f.finish();
  }

  /// uint in_heap(uint element, uint wanted, uint access)
  Id write_heap(ModuleContext& context, bool is_sampler) {
    ModuleBuilder& module = context.builder;
    const Id report_function = report(context);
    const Instrumentation& asked = context.plan.options.instrumentation;
    const Id buffer = instrument_buffer(context, is_sampler ? asked.sampler_table : asked.resource_table,
                                        is_sampler ? "sampler_table" : "resource_table", true);
    const Id pointer = instrument_word_pointer(module);
    const std::array<NumericType, 3> parameters = {kU32, kU32, kU32};
    FunctionWriter f(module, kU32, parameters);
    BufferWords words(f, buffer, pointer);
    const Id element = f.parameter(0), wanted = f.parameter(1);
    const Id entry = f.new_id(), look = f.new_id(), known = f.new_id(), wrong = f.new_id(),
             merge = f.new_id();
    f.label(entry);
    const Id count = words.load_at(Table::kCount);
    const Id is_inside = f.op(Op::OpULessThan, kBool, element, count);
    f.selection(is_inside, look, known, known);
    f.label(look);
    const Id start = f.op(Op::OpIMul, kU32, element, f.u32(Table::kElementWords));
    const Id bits_at = f.op(Op::OpIAdd, kU32, start, f.u32(Table::kFirstElement));
    const Id tag_at = f.op(Op::OpIAdd, kU32, start, f.u32(Table::kFirstElement + 1));
    const Id there = words.load(bits_at), tag_there = words.load(tag_at);
    f.op_void(Op::OpBranch, known);
    f.label(known);
    const Id bits = f.op(Op::OpPhi, kU32, there, look, f.u32(0), entry);
    const Id tag = f.op(Op::OpPhi, kU32, tag_there, look, f.u32(0), entry);
    const Id common = f.op(Op::OpBitwiseAnd, kU32, bits, wanted);
    const Id is_right = f.op(Op::OpINotEqual, kBool, common, f.u32(0));
    f.selection(is_right, merge, wrong, merge);
    f.label(wrong);
    const Id is_written = f.op(Op::OpINotEqual, kBool, bits, f.u32(0));
    const Id wrong_type = fault(f, DescriptorFault::kWrongType),
             unwritten = fault(f, DescriptorFault::kUnwritten),
             beyond = fault(f, DescriptorFault::kBeyondHeap);
    const Id inside_fault = f.op(Op::OpSelect, kU32, is_written, wrong_type, unwritten);
    const Id kind = f.op(Op::OpSelect, kU32, is_inside, inside_fault, beyond);
    const Id found = f.op(Op::OpSelect, kU32, is_inside, bits, count);
    const Id heap = words.load_at(Table::kHeap);
    call_report(f, report_function, {f.parameter(2), kind, element, wanted, found, tag, heap});
    const Id bit = f.ext(GLSLstd450FindILsb, kU32, wanted);
    const Id safe_at = f.op(Op::OpIAdd, kU32, bit, f.u32(Table::kFirstSafe));
    const Id safe = words.load(safe_at);
    f.op_void(Op::OpBranch, merge);
    f.label(merge);
    const Id out = f.op(Op::OpPhi, kU32, element, known, safe, wrong);
    f.op_void(Op::OpReturnValue, out);
    return f.finish();
  }

  /// void address(uvec2 address, uint wanted, uint access)
  Id write_address(ModuleContext& context) {
    ModuleBuilder& module = context.builder;
    const Id report_function = report(context);
    const std::array<Id, 3> parameters = {module.type(kU32.with_count(2)), module.type(kU32),
                                          module.type(kU32)};
    FunctionWriter f(module, module.type_void(), parameters);
    const Id entry = f.new_id(), wrong = f.new_id(), merge = f.new_id();
    f.label(entry);
    const Id low = f.op(Op::OpCompositeExtract, kU32, f.parameter(0), 0u);
    const Id high = f.op(Op::OpCompositeExtract, kU32, f.parameter(0), 1u);
    const Id any = f.op(Op::OpBitwiseOr, kU32, low, high);
    const Id is_null = f.op(Op::OpIEqual, kBool, any, f.u32(0));
    f.selection(is_null, wrong, merge, merge);
    f.label(wrong);
    call_report(f, report_function,
                {f.parameter(2), fault(f, DescriptorFault::kNullAddress), f.u32(0), f.parameter(1), f.u32(0),
                 f.u32(0), f.u32(UINT32_MAX)});
    f.op_void(Op::OpBranch, merge);
    f.label(merge);
    f.op_void(Op::OpReturn);
    return f.finish();
  }

  Id range_ = 0, heap_[2] = {}, address_ = 0, report_ = 0;
};

CheckFunctions& functions_of(FunctionEmitter& e) { return e.context().caches.get<CheckFunctions>(); }

bool uses_cookies(const FunctionEmitter& e) {
  return e.context().plan.options.instrumentation.descriptor_format == DescriptorFormat::kCookies;
}

}  // namespace

bool checks_elements(const FunctionEmitter& e, const dxil::Resource& resource, bool is_heap) {
  if (!e.context().plan.options.instrumentation.check_descriptors) return false;
  return !uses_cookies(e) || (is_heap && resource.resource_class != dxil::ResourceClass::kSampler);
}

bool checks_addresses(const FunctionEmitter& e) {
  return e.context().plan.options.instrumentation.checks_addresses();
}

DescriptorChecks::DescriptorChecks(FunctionEmitter& e, uint32_t resource, bool is_counter)
    : e_(e), resource_(resource), has_cookies_(uses_cookies(e)), is_counter_(is_counter) {
  const dxil::Resource& info = e.context().plan.resource_info(resource);
  is_sampler_ = info.resource_class == dxil::ResourceClass::kSampler;
  wanted_ = is_sampler_ ? kSamplerBit : 1u << static_cast<uint32_t>(heap_type(info));
  if (is_counter) wanted_ = kCounterBit;
  if (has_cookies_) wanted_ = cookie_bits(info, e.context().plan.resources[resource].place, is_counter);
}

Id DescriptorChecks::number() {
  if (number_ == 0) {
    Vector<CheckedAccess>& accesses = instrument_tables(e_.context()).accesses;
    const ModulePlan& plan = e_.context().plan;
    CheckedAccess access;
    access.number = number_ =
        plan.options.instrumentation.first_access + static_cast<uint32_t>(accesses.size());
    access.place = current_place(e_);
    access.resource =
        describe_resource(e_.context().plan.resource_info(resource_), plan.resources[resource_]);
    access.format = plan.options.instrumentation.descriptor_format;
    access.wanted_bits = wanted_;
    access.is_counter = is_counter_;
    accesses.push_back(std::move(access));
  }
  return e_.u32(number_);
}

Id DescriptorChecks::in_range(Id index, uint32_t registers) {
  if (has_cookies_) return index;
  const Id function = functions_of(e_).range(e_.context());
  const Id count = e_.u32(registers), access = number();
  return e_.op(Op::OpFunctionCall, kU32, function, index, count, access);
}

Id DescriptorChecks::in_heap(Id element) {
  const Id function =
      has_cookies_ ? cookie_check(e_.context()) : functions_of(e_).heap(e_.context(), is_sampler_);
  const Id wanted = e_.u32(wanted_), access = number();
  return e_.op(Op::OpFunctionCall, kU32, function, element, wanted, access);
}

void DescriptorChecks::address(Id words) {
  const Id function = functions_of(e_).address(e_.context());
  const Id wanted = e_.u32(wanted_), access = number();
  e_.op(Op::OpFunctionCall, e_.module().type_void(), function, words, wanted, access);
}

}  // namespace trellis::spirv
