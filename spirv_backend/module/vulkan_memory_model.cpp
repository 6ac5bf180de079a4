#include "spirv_backend/module/vulkan_memory_model.hpp"

#include <optional>
#include <utility>

#include "spirv_backend/module/spirv_enumerants.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::ImageOperandsMask;
using spv::MemoryAccessMask;
using spv::MemorySemanticsMask;
using spv::Op;
using spv::StorageClass;

class Rewriter {
 public:
  explicit Rewriter(ModuleBuilder& builder) : builder_(builder), facts_(builder_.bound()) {
    // A device without Device scope supports QueueFamily scope instead.
    has_device_scope_ = builder_.allows(spv::Capability::VulkanMemoryModelDeviceScope);
    wide_scope_ =
        builder_.constant_u32(to_word(has_device_scope_ ? spv::Scope::Device : spv::Scope::QueueFamily));
    device_scope_ = builder_.constant_u32(to_word(spv::Scope::Device));
  }

  void run() {
    builder_.extension("SPV_KHR_vulkan_memory_model", kSpirv15);
    builder_.capability(spv::Capability::VulkanMemoryModel);
    builder_.memory_model(spv::MemoryModel::Vulkan);
    read_annotations();
    read_globals();
    Words code;
    std::swap(code, builder_.functions());
    Words& out = builder_.functions();
    out.reserve(code.size() + code.size() / 4);
    for (size_t at = 0; at < code.size(); at += code[at] >> 16) {
      rewrite(std::span<const uint32_t>(code).subspan(at, code[at] >> 16), out);
    }
    if (uses_wide_scope_ && has_device_scope_) {
      builder_.capability(spv::Capability::VulkanMemoryModelDeviceScope);
    }
  }

 private:
  /// Properties of an id.
  struct Facts {
    StorageClass storage = StorageClass::Max;  ///< For pointer types, and values of these types.
    bool is_coherent = false,
         is_read_only = false;       ///< For variables and blocks, and pointers derived from them.
    std::optional<uint32_t> number;  ///< For 32-bit constants.
    bool is_volatile = false;        ///< For variables.
  };

  static Op opcode_of(uint32_t word) { return static_cast<Op>(word & 0xFFFF); }

  Facts& facts(Id id) {
    if (id >= facts_.size()) facts_.resize(id + 1);
    return facts_[id];
  }

  void read_annotations() {
    Words kept;
    Words& all = builder_.annotations();
    for (size_t at = 0; at < all.size(); at += all[at] >> 16) {
      const bool is_plain = opcode_of(all[at]) == Op::OpDecorate;
      const bool is_member = opcode_of(all[at]) == Op::OpMemberDecorate;
      const uint32_t word = is_plain ? all[at + 2] : (is_member ? all[at + 3] : UINT32_MAX);
      const auto decoration = static_cast<spv::Decoration>(word);
      if (decoration == spv::Decoration::NonWritable) facts(all[at + 1]).is_read_only = true;
      if (decoration == spv::Decoration::Coherent) {
        facts(all[at + 1]).is_coherent = true;
        continue;
      }
      // Only built-ins are volatile; in this memory model the loads are, not the variables.
      if (decoration == spv::Decoration::Volatile) {
        facts(all[at + 1]).is_volatile = true;
        continue;
      }
      kept.append(std::span<const uint32_t>(all).subspan(at, all[at] >> 16));
    }
    all = std::move(kept);
  }

  void read_globals() {
    const Words& all = builder_.globals();
    for (size_t at = 0; at < all.size(); at += all[at] >> 16) {
      const Op opcode = opcode_of(all[at]);
      if (opcode == Op::OpTypePointer) {
        // Memory at device addresses has no variable: the members of its block are coherent.
        const bool is_coherent = facts(all[at + 3]).is_coherent;
        facts(all[at + 1]) = {static_cast<StorageClass>(all[at + 2]), is_coherent, false, {}, false};
      }
      if (opcode == Op::OpVariable) facts(all[at + 2]).storage = static_cast<StorageClass>(all[at + 3]);
      if (opcode == Op::OpConstant && all[at] >> 16 == 4) facts(all[at + 2]).number = all[at + 3];
    }
  }

  void derive(std::span<const uint32_t> i) {
    const Facts from = facts(i[3]);
    const Facts type = facts(i[1]);
    Facts& to = facts(i[2]);
    to = from;
    to.storage = type.storage;
    to.is_coherent |= type.is_coherent;
    to.number.reset();
  }

  void rewrite(std::span<const uint32_t> i, Words& out) {
    switch (opcode_of(i[0])) {
      case Op::OpAccessChain:
      case Op::OpBitcast:
        derive(i);
        break;
      case Op::OpLoad:
        derive(i);
        return add_access(i, 3, 4, MemoryAccessMask::MakePointerVisible, out);
      case Op::OpStore:
        return add_access(i, 1, 3, MemoryAccessMask::MakePointerAvailable, out);
      case Op::OpImageRead:
      case Op::OpImageSparseRead:
        return add_texel_access(i, 3, 5, ImageOperandsMask::MakeTexelVisible, out);
      case Op::OpImageWrite:
        return add_texel_access(i, 1, 4, ImageOperandsMask::MakeTexelAvailable, out);
      case Op::OpControlBarrier:
        return add_barrier(i, 2, out);
      case Op::OpMemoryBarrier:
        return add_barrier(i, 1, out);
      default:
        // Without a variable, the pointer itself is decorated.
        if (opcode_of(i[0]) == kOpBufferPointerEXT) facts(i[2]).storage = facts(i[1]).storage;
        if (is_atomic(opcode_of(i[0]))) return add_atomic(i, out);
        if (opcode_of(i[0]) == kOpCooperativeMatrixLoadKHR) {
          return add_access(i, 3, 6, MemoryAccessMask::MakePointerVisible, out);
        }
        if (opcode_of(i[0]) == kOpCooperativeMatrixStoreKHR) {
          return add_access(i, 1, 5, MemoryAccessMask::MakePointerAvailable, out);
        }
        break;
    }
    out.append(i);
  }

  static bool is_atomic(Op opcode) {
    return (opcode >= Op::OpAtomicLoad && opcode <= Op::OpAtomicXor) || opcode == Op::OpAtomicFAddEXT ||
           opcode == Op::OpAtomicFMinEXT || opcode == Op::OpAtomicFMaxEXT;
  }

  /// Returns true for memory that other invocations can write, or whose writes they can read.
  static bool is_shared(const Facts& facts) {
    return !facts.is_read_only &&
           (facts.storage == StorageClass::StorageBuffer || facts.storage == StorageClass::Workgroup ||
            facts.storage == StorageClass::PhysicalStorageBuffer);
  }

  /// Appends the instruction with additional bits in its mask of memory operands, which is word `mask_at` if
  /// present.
  void add_access(std::span<const uint32_t> i, size_t pointer_at, size_t mask_at, MemoryAccessMask makes,
                  Words& out) {
    const Facts known = facts(i[pointer_at]);
    uint32_t mask = i.size() > mask_at ? i[mask_at] : 0;
    if (known.is_volatile) {
      append_masked(i, mask_at, mask | to_word(MemoryAccessMask::Volatile), false, out);
      return;
    }
    if (!is_shared(known)) {
      out.append(i);
      return;
    }
    mask |= to_word(MemoryAccessMask::NonPrivatePointer);
    if (known.is_coherent) mask |= to_word(makes);
    append_masked(i, mask_at, mask, known.is_coherent, out);
  }

  void add_texel_access(std::span<const uint32_t> i, size_t image_at, size_t mask_at, ImageOperandsMask makes,
                        Words& out) {
    const Facts known = facts(i[image_at]);
    uint32_t mask = i.size() > mask_at ? i[mask_at] : 0;
    mask |= to_word(ImageOperandsMask::NonPrivateTexel);
    if (known.is_coherent) mask |= to_word(makes);
    append_masked(i, mask_at, mask, known.is_coherent, out);
  }

  /// The operands of the existing mask come first, because its bits are lower.
  void append_masked(std::span<const uint32_t> i, size_t mask_at, uint32_t mask, bool has_scope, Words& out) {
    const size_t first = out.size();
    const size_t own = std::min(mask_at, i.size());
    out.append(i.first(own));
    out.push_back(mask);
    if (i.size() > mask_at) out.append(i.subspan(mask_at + 1));
    if (has_scope) {
      out.push_back(wide_scope_);
      uses_wide_scope_ = true;
    }
    out[first] = static_cast<uint32_t>((out.size() - first) << 16) | (i[0] & 0xFFFF);
  }

  void add_barrier(std::span<const uint32_t> i, size_t scope_at, Words& out) {
    constexpr uint32_t kOrders = to_word(MemorySemanticsMask::AcquireRelease);
    constexpr uint32_t kMakes =
        to_word(MemorySemanticsMask::MakeAvailable) | to_word(MemorySemanticsMask::MakeVisible);
    const size_t first = out.size();
    out.append(i);
    const uint32_t semantics = facts(i[scope_at + 1]).number.value_or(0);
    if (semantics == 0 && opcode_of(i[0]) == Op::OpControlBarrier &&
        facts(i[scope_at]).number == to_word(spv::Scope::Invocation)) {
      // The barrier between the phases of a hull shader. Accesses to outputs cannot be made available or
      // visible individually.
      out[first + scope_at] = builder_.constant_u32(to_word(spv::Scope::Workgroup));
      out[first + scope_at + 1] =
          builder_.constant_u32(kOrders | kMakes | to_word(MemorySemanticsMask::OutputMemory));
      return;
    }
    if ((semantics & kOrders) != 0) out[first + scope_at + 1] = builder_.constant_u32(semantics | kMakes);
    replace_scope(out[first + scope_at]);
  }

  void add_atomic(std::span<const uint32_t> i, Words& out) {
    const size_t first = out.size();
    out.append(i);
    const size_t scope_at = opcode_of(i[0]) == Op::OpAtomicStore ? 2 : 4;
    replace_scope(out[first + scope_at]);
  }

  void replace_scope(uint32_t& scope) {
    if (scope != device_scope_) return;
    scope = wide_scope_;
    uses_wide_scope_ = true;
  }

  ModuleBuilder& builder_;
  Vector<Facts> facts_;  // Indexed by id.
  Id wide_scope_ = 0, device_scope_ = 0;
  bool has_device_scope_ = false, uses_wide_scope_ = false;
};

}  // namespace

void apply_vulkan_memory_model(ModuleBuilder& builder) { Rewriter(builder).run(); }

}  // namespace trellis::spirv
