#include "dxil_frontend/program/vendor_intrinsics.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/resource_of_handle.hpp"

namespace trellis::dxil {
namespace {

constexpr uint32_t kAgsSpace = 0x7FFF0ADE;
constexpr uint32_t kNvapiStride = 256, kNvapiPadding = 148;  // Nothing accesses the bytes from 148 on.
constexpr uint64_t kMostNvapiOperations = 255;               // 120 operations are known.
constexpr uint32_t kIgdextStride = 864;
constexpr uint64_t kIgdextWords[] = {0x63746E69, 0x6C736C68, 0x6E747865};

/// What the program does with a buffer that may be a vendor's.
struct Candidate {
  uint32_t resource = 0;
  bool is_ags = false, is_named = false;
  bool is_used = false, counts = false;
  bool stores_number = false;  ///< Stores an operation's number as the first word of an element.
  bool leaves_packet = false;  ///< Accesses bytes outside NVAPI's packet, or at an unknown offset.
  uint8_t magic_words = 0;     ///< Bit n: kIgdextWords[n] is stored.
};

bool is_at(const Resource& resource, const std::optional<VendorSlot>& slot) {
  return slot && resource.space == slot->space && resource.count == 1 &&
         resource.lower_bound == slot->register_index;
}

bool is_ags(const Resource& resource, const VendorSlots& slots) {
  return resource.resource_class == ResourceClass::kUav && resource.kind == ResourceKind::kRawBuffer &&
         (resource.space == kAgsSpace || is_at(resource, slots.ags));
}

bool is_nvapi(const Resource& resource, const VendorSlots& slots) {
  return resource.resource_class == ResourceClass::kUav && resource.kind == ResourceKind::kStructuredBuffer &&
         is_at(resource, slots.nvapi);
}

bool may_be_vendors(const Resource& resource, const VendorSlots& slots, Candidate& candidate) {
  candidate.is_ags = is_ags(resource, slots);
  candidate.is_named = is_nvapi(resource, slots);
  if (candidate.is_ags || candidate.is_named) return true;
  return resource.resource_class == ResourceClass::kUav && resource.kind == ResourceKind::kStructuredBuffer &&
         (resource.stride == kNvapiStride || resource.stride == kIgdextStride);
}

/// The accesses of one function.
class VendorAccesses {
 public:
  VendorAccesses(const Shader& shader, const Function& function)
      : shader_(shader), function_(function), finder_(shader, function) {}

  void note(Vector<Candidate>& candidates) const {
    for (const Instruction& i : function_.instructions) {
      if (i.opcode != Opcode::kDxOp) continue;
      const DxilOp* op = find_op(i.op());
      const bool is_access =
          op != nullptr && op->handle != HandleUse::kNoHandle && op->handle != HandleUse::kMakesHandle;
      if (!is_access || op->first_handle() >= i.operand_count) continue;
      const Resource* resource = finder_.find(function_.operands_of(i)[op->first_handle()]).resource;
      if (resource == nullptr) continue;
      for (Candidate& candidate : candidates) {
        if (&shader_.resources[candidate.resource] == resource) note_access(i, *op, candidate);
      }
    }
  }

 private:
  std::optional<uint64_t> constant(ValueId value) const { return shader_.module.scalar_bits(value); }

  /// Records a load or a store. Operands: handle, element, byte in it, values.
  void note_access(const Instruction& i, const DxilOp& op, Candidate& candidate) const {
    constexpr uint32_t kByte = 2, kFirstValue = 3, kMostValues = 4;
    const std::span<const ValueId> operands = function_.operands_of(i);
    candidate.is_used = true;
    candidate.counts |= op.handle == HandleUse::kCounter;
    const bool is_store = op.handle == HandleUse::kWritesBuffer;
    if (!is_store && op.handle != HandleUse::kReadsBuffer) return;
    const std::optional<uint64_t> byte = operands.size() > kByte ? constant(operands[kByte]) : std::nullopt;
    candidate.leaves_packet |= !byte || *byte >= kNvapiPadding;
    if (!is_store) return;
    for (uint32_t n = 0; n < kMostValues && kFirstValue + n < operands.size(); ++n) {
      const std::optional<uint64_t> value = constant(operands[kFirstValue + n]);
      if (!value) continue;
      if (n == 0 && byte == 0u) candidate.stores_number |= *value > 0 && *value <= kMostNvapiOperations;
      for (size_t word = 0; word < std::size(kIgdextWords); ++word) {
        if (*value == kIgdextWords[word]) candidate.magic_words |= static_cast<uint8_t>(1 << word);
      }
    }
  }

  const Shader& shader_;
  const Function& function_;
  ResourceFinder finder_;
};

std::optional<VendorUse> verdict(const Shader& shader, const Candidate& candidate) {
  if (!candidate.is_used) return std::nullopt;
  if (candidate.is_ags) return VendorUse{VendorInterface::kAgs, candidate.resource, true};
  if (candidate.is_named) return VendorUse{VendorInterface::kNvapi, candidate.resource, true};
  constexpr uint8_t kAllWords = (1 << std::size(kIgdextWords)) - 1;
  const uint32_t stride = shader.resources[candidate.resource].stride;
  if (stride == kIgdextStride && candidate.magic_words == kAllWords) {
    return VendorUse{VendorInterface::kIgdext, candidate.resource, false};
  }
  if (stride == kNvapiStride && candidate.counts && candidate.stores_number && !candidate.leaves_packet) {
    return VendorUse{VendorInterface::kNvapi, candidate.resource, false};
  }
  return std::nullopt;
}

}  // namespace

Vector<VendorUse> find_vendor_uses(const Shader& shader, const VendorSlots& slots,
                                   std::span<const uint8_t> is_reached) {
  Vector<Candidate> candidates;
  for (uint32_t n = 0; n < shader.resources.size(); ++n) {
    Candidate candidate;
    candidate.resource = n;
    if (may_be_vendors(shader.resources[n], slots, candidate)) candidates.push_back(candidate);
  }
  Vector<VendorUse> uses;
  if (candidates.empty()) return uses;
  const Vector<Function>& functions = shader.module.functions;
  for (size_t f = 0; f < functions.size(); ++f) {
    if (f < is_reached.size() && is_reached[f] == 0) continue;
    if (!functions[f].instructions.empty()) VendorAccesses(shader, functions[f]).note(candidates);
  }
  for (const Candidate& candidate : candidates) {
    if (const std::optional<VendorUse> use = verdict(shader, candidate)) uses.push_back(*use);
  }
  return uses;
}

bool is_vendor_buffer(const Resource& resource, const VendorSlots& slots) {
  return is_ags(resource, slots) || is_nvapi(resource, slots);
}

uint32_t listed_count(std::span<const Resource> resources, const VendorSlots& slots) {
  const auto others = std::count_if(resources.begin(), resources.end(), [&slots](const Resource& resource) {
    return is_vendor_buffer(resource, slots);
  });
  return static_cast<uint32_t>(resources.size() - static_cast<size_t>(others));
}

const char* name_of(VendorInterface which) {
  switch (which) {
    case VendorInterface::kAgs:
      return "AMD's AGS";
    case VendorInterface::kNvapi:
      return "NVIDIA's NVAPI";
    case VendorInterface::kIgdext:
      return "Intel's igdext";
  }
  return "";
}

}  // namespace trellis::dxil
