// NVIDIA's protocol: an increment of a counter returns the number of a packet, and stores fill its fields.
// The results come from further increments or are loaded from the packet (docs/vendor.md).
#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "lower/vendor/hit_webs.hpp"
#include "lower/vendor/intrinsics.hpp"
#include "lower/vendor/nvapi_words.hpp"

namespace trellis::lower {
namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::ValueId;

constexpr uint32_t kUint64Atomic = 20;
constexpr uint32_t kResultBytes = 4 * nvapi::kResult, kResultWords = 4;

/// State of the packet that is being read.
struct Packet {
  bool is_open = false;
  uint32_t doorbell = kNone;
  ValueId number = kNone;  ///< Result of the doorbell.
  Intrinsic intrinsic;
  Vector<uint32_t> stores;
  Vector<std::pair<uint32_t, uint32_t>> loads;  ///< An instruction, and the first word that it loads.
};

class NvapiFinder {
 public:
  explicit NvapiFinder(const FinderInput& input) : input_(input) {}

  Result<void> run() {
    find_doorbells();
    for (const Vector<uint32_t>& run : input_.runs) {
      run_ = &run;
      named_ = kNone;
      for (position_ = 0; position_ < run.size(); ++position_) {
        TRELLIS_RETURN_IF_ERROR(look_at(run[position_]));
      }
      TRELLIS_RETURN_IF_ERROR(close());
    }
    drop_vectors();
    return find_hit_webs(input_);
  }

 private:
  static bool is_store(const Instruction& i) {
    return i.is(Op::kBufferStore) || i.is(Op::kRawBufferStore) || i.is(Op::kRawBufferVectorStore);
  }
  static bool is_load(const Instruction& i) {
    return i.is(Op::kBufferLoad) || i.is(Op::kRawBufferLoad) || i.is(Op::kRawBufferVectorLoad);
  }
  ValueId index_of(const Instruction& i) const {
    const auto operands = input_.function.operands_of(i);
    return operands.size() > 1 ? input_.locals.resolve(operands[1]) : kNone;
  }

  /// Finds increments whose result is the number of a packet.
  void find_doorbells() {
    is_doorbell_.resize(input_.function.local_types.size(), 0);
    for (const Instruction& i : input_.function.instructions) {
      const ValueId handle = input_.handle_of(i);
      if (handle == kNone || !input_.is_own(handle) || i.is(Op::kBufferUpdateCounter)) continue;
      const ValueId index = index_of(i);
      if (index != kNone && index >= input_.function.first_local) {
        is_doorbell_[index - input_.function.first_local] = 1;
      }
    }
  }

  Result<void> look_at(uint32_t n) {
    const Instruction& i = input_.instruction(n);
    const ValueId handle = input_.handle_of(i);
    if (handle == kNone) return {};
    if (!input_.is_own(handle)) {
      may_name_target(n, handle);
      return {};
    }
    input_.found.any = true;
    if (i.is(Op::kBufferUpdateCounter)) return take_increment(n);
    if (!is_store(i) && !is_load(i))
      return refuse_access(n, "the access to NVAPI's buffer is not part of a packet");
    if (!packet_.is_open || index_of(i) != packet_.number) {
      return refuse_access(n, "the access is not to the packet of NVAPI's that was begun last");
    }
    return is_store(i) ? take_store(n) : take_load(n);
  }

  Result<void> take_increment(uint32_t n) {
    const Instruction& i = input_.instruction(n);
    const auto operands = input_.function.operands_of(i);
    if (operands.size() < 2 || input_.constant(operands[1]) != std::optional<uint64_t>(1)) {
      return refuse_access(n, "NVAPI's counter is not incremented by 1");
    }
    if (is_doorbell_[i.result - input_.function.first_local] == 0) {
      if (!packet_.is_open) return refuse_access(n, "a result of NVAPI's without an operation");
      packet_.intrinsic.steps.push_back(n);
      return {};
    }
    TRELLIS_RETURN_IF_ERROR(close());
    packet_ = {};
    packet_.is_open = true;
    packet_.doorbell = n;
    packet_.number = i.result;
    return {};
  }

  /// Operands: handle, index, byte offset in the element, and up to four values with a mask, or a vector.
  Result<void> take_store(uint32_t n) {
    constexpr uint32_t kByte = 2, kValue = 3, kMask = 7;
    const Instruction& i = input_.instruction(n);
    const auto operands = input_.function.operands_of(i);
    const std::optional<uint64_t> byte = input_.constant(operands[kByte]);
    if (!byte || *byte % 4 != 0 || !packet_.intrinsic.steps.empty() || !packet_.loads.empty()) {
      return refuse_access(n, "the store to a packet of NVAPI's is out of place");
    }
    packet_.stores.push_back(n);
    const bool is_vector = i.is(Op::kRawBufferVectorStore);
    if (is_vector && input_.shader.module.types[type_of(operands[kValue])].kind == dxil::TypeKind::kVector) {
      return take_vector(n, *byte / 4, operands[kValue]);
    }
    const uint64_t mask = is_vector ? 1 : input_.constant(operands[kMask]).value_or(0);
    for (uint32_t c = 0; c < 4; ++c) {
      if ((mask >> c & 1) == 0) continue;
      if (!set_word(*byte / 4 + c, operands[kValue + c])) return refuse_field(n);
    }
    return {};
  }

  /// Takes the components of a vector: what a chain of insertions puts there, from the last one back, or
  /// elements of another vector.
  Result<void> take_vector(uint32_t n, uint64_t first, ValueId vector) {
    const uint64_t count = input_.shader.module.types[type_of(vector)].count;
    if (count > Intrinsic::kPacketWords) return refuse_field(n);
    Vector<ValueId> parts(count, kNone);
    while (const Instruction* insert = input_.handles.definition(input_.locals.resolve(vector))) {
      if (insert->opcode != dxil::Opcode::kInsertElement) break;
      const auto operands = input_.function.operands_of(*insert);
      const std::optional<uint64_t> index = input_.constant(operands[2]);
      if (!index || *index >= count) return refuse_field(n);
      if (parts[*index] == kNone) parts[*index] = operands[1];
      vector = operands[0];
    }
    for (uint64_t c = 0; c < count; ++c) {
      const bool is_set = parts[c] != kNone ? set_word(first + c, parts[c])
                                            : set_word(first + c, vector, static_cast<uint8_t>(c));
      if (!is_set) return refuse_field(n);
    }
    return {};
  }

  dxil::TypeId type_of(ValueId value) const { return input_.shader.module.type_of(input_.function, value); }

  bool set_word(uint64_t word, ValueId value, uint8_t element = Intrinsic::kWhole) {
    const dxil::Type* type = &input_.shader.module.types[type_of(value)];
    if (element != Intrinsic::kWhole) type = &input_.shader.module.types[type->element];
    const bool is_word =
        (type->kind == dxil::TypeKind::kInt || type->kind == dxil::TypeKind::kFloat) && type->bits == 32;
    if (word >= Intrinsic::kPacketWords || !is_word) return false;
    packet_.intrinsic.operands[word] = value;
    packet_.intrinsic.elements[word] = element;
    return true;
  }

  Result<void> take_load(uint32_t n) {
    constexpr uint32_t kByte = 2;
    const std::optional<uint64_t> byte =
        input_.constant(input_.function.operands_of(input_.instruction(n))[kByte]);
    if (!byte || *byte % 4 != 0 || *byte < kResultBytes || *byte >= kResultBytes + 4 * kResultWords) {
      return refuse_access(n, "the load from a packet of NVAPI's is not of a result");
    }
    packet_.loads.emplace_back(n, static_cast<uint32_t>(*byte - kResultBytes) / 4);
    return {};
  }

  bool names_uav() const {
    return packet_.intrinsic.operands[nvapi::kOperation] == kNone &&
           input_.constant_operand(packet_.intrinsic, nvapi::kNamesUav) == std::optional<uint64_t>(1);
  }

  /// Records a store to a UAV at the number of a packet that announces one.
  void may_name_target(uint32_t n, ValueId handle) {
    const Instruction& i = input_.instruction(n);
    if (!packet_.is_open || (!is_store(i) && !i.is(Op::kTextureStore)) || index_of(i) != packet_.number)
      return;
    input_.found.fates[n].kind = Fate::kGoes;
    if (names_uav()) named_ = handle;
  }

  /// Removes insertions into vectors that only stores to packets use. They may have hit objects.
  void drop_vectors() {
    const auto& function = input_.function;
    Vector<uint32_t> uses(function.local_types.size(), 0);
    const auto count_uses = [&](const Instruction& i, uint32_t change) {
      for (const ValueId operand : function.operands_of(i)) {
        if (operand != kNone && operand >= function.first_local)
          uses[operand - function.first_local] += change;
      }
    };
    for (uint32_t n = 0; n < function.instructions.size(); ++n) {
      if (input_.found.fates[n].kind != Fate::kGoes) count_uses(function.instructions[n], 1);
    }
    for (size_t n = function.instructions.size(); n-- > 0;) {
      const Instruction& i = function.instructions[n];
      if (i.opcode != dxil::Opcode::kInsertElement || uses[i.result - function.first_local] != 0) continue;
      input_.found.fates[n].kind = Fate::kGoes;
      count_uses(i, UINT32_MAX);
    }
  }

  // --- The end of a packet.

  Result<void> close() {
    if (!packet_.is_open) return {};
    packet_.is_open = false;
    for (const uint32_t n : packet_.stores) input_.found.fates[n].kind = Fate::kGoes;
    input_.found.fates[packet_.doorbell].kind = Fate::kGoes;
    if (names_uav()) {
      if (named_ == kNone) return give_up("NVAPI's next UAV is announced, but no store names it");
      if (!packet_.intrinsic.steps.empty() || !packet_.loads.empty())
        return give_up("NVAPI's next UAV has no results");
      return {};
    }
    const ValueId named = named_;
    named_ = kNone;
    const std::optional<uint64_t> number = input_.constant_operand(packet_.intrinsic, nvapi::kOperation);
    if (!number) return give_up("the number of an NVAPI operation is not constant");
    if (*number > UINT32_MAX) return give_up("no such NVAPI operation");
    const IntrinsicRow* row = find_row(nvapi_rows(), static_cast<uint32_t>(*number));
    const String name =
        "NVAPI operation " + decimal(*number) + (row == nullptr ? String() : " (" + String(row->name) + ")");
    if (row == nullptr || row->write == nullptr) return give_up(name + " is not supported");
    packet_.intrinsic.row = row;
    if (const char* wrong = what_is_wrong(*row, named)) return give_up(name + ": " + wrong);
    keep();
    return {};
  }

  const char* what_is_wrong(const IntrinsicRow& row, ValueId named) {
    Intrinsic& intrinsic = packet_.intrinsic;
    if (row.is_loaded ? !intrinsic.steps.empty() : intrinsic.steps.size() != row.steps) {
      return "it is cut off, or more results are taken than it has";
    }
    if (!row.is_loaded && !packet_.loads.empty()) return "its results are not loaded from the packet";
    if (row.names_uav) {
      if (named == kNone) return "no store names the resource";
      if (!input_.set_target(intrinsic, named, row.number == kUint64Atomic)) {
        return "it works on raw buffers, and on textures of fitting texels without layers, only";
      }
    }
    if (row.carried_by != Op::kExperimentalNop && !find_carrier(row)) {
      return "no operation brings its other operands";
    }
    return nullptr;
  }

  /// Finds the operation that takes the last result in place of an index.
  bool find_carrier(const IntrinsicRow& row) {
    Intrinsic& intrinsic = packet_.intrinsic;
    const ValueId handle = input_.instruction(intrinsic.steps.back()).result;
    for (const uint32_t n : *run_) {
      if (takes_handle(n, row.carried_by, handle)) intrinsic.carrier = n;
      if (row.has_attributes && takes_handle(n, Op::kCallShader, handle)) intrinsic.caller = n;
    }
    return intrinsic.carrier != kNone && (!row.has_attributes || intrinsic.caller < intrinsic.carrier);
  }

  /// Returns true if the instruction is that operation and has the handle as its shader index.
  bool takes_handle(uint32_t n, Op op, ValueId handle) const {
    const Instruction& i = input_.instruction(n);
    const uint32_t place = op == Op::kTraceRay ? nvapi::kMissIndex : nvapi::kShaderIndex;
    return i.is(op) && i.operand_count > place &&
           input_.locals.resolve(input_.function.operands_of(i)[place]) == handle;
  }

  void keep() {
    const auto number = static_cast<uint32_t>(input_.found.intrinsics.size());
    Intrinsic& intrinsic = packet_.intrinsic;
    if (intrinsic.row->is_loaded) {
      intrinsic.steps = {packet_.stores.back()};  // By then, all operands have been stored.
      for (const auto& [n, first] : packet_.loads) input_.found.fates[n] = {Fate::kLoads, number, first};
    }
    for (uint32_t s = 0; s < intrinsic.steps.size(); ++s) {
      input_.found.fates[intrinsic.steps[s]] = {Fate::kStep, number, s};
    }
    if (intrinsic.carrier != kNone) {
      input_.found.fates[intrinsic.carrier] = {Fate::kCarrier, number, intrinsic.row->steps};
    }
    if (intrinsic.caller != kNone) input_.found.fates[intrinsic.caller].kind = Fate::kGoes;
    input_.found.intrinsics.push_back(intrinsic);
  }

  Result<void> give_up(String message) {
    TRELLIS_RETURN_IF_ERROR(input_.refuse(packet_.doorbell, std::move(message)));
    for (const uint32_t n : packet_.intrinsic.steps) {
      input_.found.fates[n].kind = Fate::kZero;
      drop_carriers(input_.instruction(n).result);
    }
    if (packet_.loads.empty()) return {};
    // The loads refer to an intrinsic without results, and so return zero.
    const auto number = static_cast<uint32_t>(input_.found.intrinsics.size());
    for (const auto& [n, first] : packet_.loads) input_.found.fates[n] = {Fate::kLoads, number, first};
    input_.found.intrinsics.emplace_back();
    return {};
  }

  /// Removes the operations that would take a zeroed result as a handle.
  void drop_carriers(ValueId handle) {
    for (uint32_t n = 0; n < input_.function.instructions.size(); ++n) {
      const Instruction& i = input_.instruction(n);
      if (!i.is(Op::kTraceRay) && !i.is(Op::kCallShader)) continue;
      const auto operands = input_.function.operands_of(i);
      const uint32_t place = i.is(Op::kTraceRay) ? nvapi::kMissIndex : nvapi::kShaderIndex;
      if (place < operands.size() && input_.locals.resolve(operands[place]) == handle) {
        input_.found.fates[n].kind = Fate::kGoes;
      }
    }
  }

  Result<void> refuse_access(uint32_t n, const char* message) {
    TRELLIS_RETURN_IF_ERROR(input_.refuse(n, message));
    input_.found.fates[n].kind = Fate::kZero;
    return {};
  }
  Result<void> refuse_field(uint32_t n) {
    return refuse_access(n, "the store to a packet of NVAPI's is not of known words");
  }

  const FinderInput& input_;
  Vector<uint8_t> is_doorbell_;  // Indexed by local.
  const Vector<uint32_t>* run_ = nullptr;
  size_t position_ = 0;
  Packet packet_;
  ValueId named_ = kNone;  // The UAV that the next operation works on.
};

}  // namespace

Result<void> find_nvapi(const FinderInput& input) { return NvapiFinder(input).run(); }

}  // namespace trellis::lower
