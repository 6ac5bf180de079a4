#include "api/pipeline_layout/pipeline_layout.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "api/pipeline_layout/layout_sets.hpp"
#include "api/pipeline_layout/layout_types.hpp"
#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis {
namespace {

using dxil::DescriptorRange;
using dxil::DescriptorRangeType;
using dxil::DescriptorTable;
using dxil::kUnboundedDescriptors;
using dxil::ResourceClass;
using dxil::RootDescriptor;
using dxil::RootParameter;
using dxil::ShaderVisibility;

constexpr uint32_t kMaxRootBytes = 65536;

class LayoutMaker {
 public:
  LayoutMaker(const dxil::RootSignature& signature, const PipelineLayoutOptions& options)
      : signature_(signature), options_(options) {
    layout_.options = options;
    layout_.version = signature.version;
    layout_.root_flags = signature.flags;
    sets_.root = {{}, options.root_set, "root_set", 0};
    sets_.resource_heap = {{}, options.resource_heap_set, "resource_heap_set", 0};
    sets_.sampler_heap = {{}, options.sampler_heap_set, "sampler_heap_set", 0};
    sets_.static_samplers = {{}, options.static_sampler_set, "static_sampler_set", 0};
  }

  Result<PipelineLayout> run() {
    TRELLIS_RETURN_IF_ERROR(check_options());
    if ((signature_.flags & dxil::kRootLocal) != 0) {
      return unsupported(
          "this is a local root signature: its arguments are in shader records, not in a pipeline layout");
    }
    place_root_data();
    add_root_descriptors();
    add_tables();
    add_heaps();
    add_static_samplers();
    TRELLIS_RETURN_IF_ERROR(number_sets(sets_, options_.most_sets, layout_.sets));
    settle_places();
    sort_stably(layout_.root_members.begin(), layout_.root_members.end(),
                [](const RootMember& a, const RootMember& b) { return a.offset < b.offset; });
    return std::move(layout_);
  }

 private:
  Result<void> check_options() const {
    if (options_.reserved_root_bytes % 4 != 0 || options_.reserved_root_bytes > kMaxRootBytes / 2) {
      return bad_option("reserved_root_bytes", "must be a multiple of 4, and not too large");
    }
    const std::pair<const char*, uint32_t> counts[] = {
        {"unbounded_descriptors", options_.unbounded_descriptors},
        {"resource_heap_descriptors", options_.resource_heap_descriptors},
        {"sampler_heap_descriptors", options_.sampler_heap_descriptors}};
    for (const auto& [field, count] : counts) {
      if (count == 0) return bad_option(field, "is zero");
    }
    return {};
  }

  uint32_t visible_to(ShaderVisibility visibility) const {
    return visible_stages(signature_.flags, options_.stages, visibility);
  }

  // ---- Root data.

  RootDescriptorForm form_of(const RootDescriptor& descriptor) const {
    switch (descriptor.type) {
      case dxil::RootDescriptorType::kCbv:
        return options_.root_cbvs;
      case dxil::RootDescriptorType::kSrv:
        return options_.root_srvs;
      case dxil::RootDescriptorType::kUav:
        break;
    }
    return options_.root_uavs;
  }

  bool is_address(const RootParameter& parameter) const {
    const auto* descriptor = std::get_if<RootDescriptor>(&parameter.value);
    return descriptor != nullptr && form_of(*descriptor) == RootDescriptorForm::kAddress;
  }

  /// Places addresses first, which need multiples of 8, then words, both in the order of the parameters.
  void place_root_data() {
    uint32_t end = options_.reserved_root_bytes;
    for (uint32_t p = 0; p < signature_.parameters.size(); ++p) {
      if (!is_address(signature_.parameters[p])) continue;
      end = (end + 7) / 8 * 8;
      add_member(p, RootMemberKind::kAddress, 8, end);
    }
    for (uint32_t p = 0; p < signature_.parameters.size(); ++p) {
      const RootParameter& parameter = signature_.parameters[p];
      if (const auto* constants = std::get_if<dxil::RootConstants>(&parameter.value)) {
        add_member(p, RootMemberKind::kConstants, 4 * constants->dword_count, end);
      } else if (std::holds_alternative<DescriptorTable>(parameter.value) && are_slices(options_.tables)) {
        add_member(p, RootMemberKind::kTableBase, 4, end);
      }
    }
    spirv::RootData& data = layout_.root_data;
    data.size = end;
    data.is_uniform_block = end > options_.push_constant_bytes;
    if (end == 0) return;
    uint32_t stages = options_.reserved_root_bytes != 0 ? visible_to(ShaderVisibility::kAll) : 0;
    for (const RootMember& member : layout_.root_members) stages |= member.stages;
    if (stages == 0) stages = kAllStages;  // No stage has access, but a range must have stages.
    if (data.is_uniform_block) {
      add_root_block(stages, end);
    } else {
      layout_.push_constants.push_back({stages, 0, end});
    }
  }

  void add_member(uint32_t p, RootMemberKind kind, uint32_t size, uint32_t& end) {
    const RootParameter& parameter = signature_.parameters[p];
    RootMember member{p, kind, end, size, visible_to(parameter.visibility), {}};
    PlacedRegisters place;
    if (const auto* constants = std::get_if<dxil::RootConstants>(&parameter.value)) {
      member.registers = {ResourceClass::kCbv, constants->register_index, 1, constants->space};
      place.kind = PlacedRegisters::Kind::kConstants;
    } else if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter.value)) {
      member.registers = {class_of(descriptor->type), descriptor->register_index, 1, descriptor->space};
      place.kind = PlacedRegisters::Kind::kAddress;
      place.is_root_descriptor = true;
    }
    place.registers = member.registers;
    place.visibility = parameter.visibility;
    place.parameter = p;
    place.root_offset = end;
    place.root_size = size;
    if (kind != RootMemberKind::kTableBase) add_place(place, SetIndex::kRoot);
    layout_.root_members.push_back(member);
    table_bases_.resize(signature_.parameters.size(), 0);
    table_bases_[p] = end;
    end += size;
  }

  void add_root_block(uint32_t stages, uint32_t size) {
    LayoutBinding block;
    block.stages = stages;
    block.purpose = BindingPurpose::kRootData;
    switch (options_.root_block) {
      case RootBlockForm::kInlineUniformBlock:
        block.type = DescriptorType::kInlineUniformBlock;
        block.count = size;
        break;
      case RootBlockForm::kUniformBuffer:
        block.type = DescriptorType::kUniformBuffer;
        break;
      case RootBlockForm::kUniformBufferDynamic:
        block.type = DescriptorType::kUniformBufferDynamic;
        break;
    }
    sets_.root.contents.bindings.push_back(std::move(block));
    next_root_binding_ = 1;
  }

  void add_root_descriptors() {
    for (uint32_t p = 0; p < signature_.parameters.size(); ++p) {
      const RootParameter& parameter = signature_.parameters[p];
      const auto* descriptor = std::get_if<RootDescriptor>(&parameter.value);
      if (descriptor == nullptr || is_address(parameter)) continue;
      LayoutBinding model;
      model.stages = visible_to(parameter.visibility);
      model.purpose = BindingPurpose::kRootDescriptor;
      model.parameter = p;
      model.registers = {class_of(descriptor->type), descriptor->register_index, 1, descriptor->space};
      PlacedRegisters place;
      place.registers = model.registers;
      place.visibility = parameter.visibility;
      place.is_root_descriptor = true;
      place.parameter = p;
      place.first_binding = next_root_binding_;
      add_place(place, SetIndex::kRoot);
      add_bindings(sets_.root, root_descriptor_slots(model.registers.resource_class), model,
                   next_root_binding_);
    }
  }

  // ---- Bindings.

  void add_place(const PlacedRegisters& place, SetIndex set) {
    layout_.places.push_back(place);
    place_sets_.push_back(set);
  }

  /// Adds the bindings of slots from number `next` on, and advances `next` past them.
  void add_bindings(PlannedSet& set, std::span<const TypeSlot> slots, const LayoutBinding& model,
                    uint32_t& next) {
    const bool is_mutable = options_.types == TypeForm::kMutable && has_several_types(slots);
    LayoutBinding shared = model;
    for (const TypeSlot& slot : slots) {
      if (slot.type == DescriptorType::kAccelerationStructure && !options_.acceleration_structures) continue;
      if (is_mutable && !slot.is_counter && slot.type != DescriptorType::kAccelerationStructure) {
        shared.mutable_types.push_back(slot.type);
        continue;
      }
      LayoutBinding binding = model;
      binding.binding = next + slot_number(slots, options_.types, slot.type, slot.is_counter);
      binding.type = slot.type;
      if (slot.is_counter) {
        binding.purpose = model.purpose == BindingPurpose::kResourceHeap ? BindingPurpose::kCounterHeap
                                                                         : BindingPurpose::kCounters;
      }
      set.contents.bindings.push_back(std::move(binding));
    }
    if (is_mutable) {
      shared.binding = next;
      shared.type = DescriptorType::kMutable;
      set.contents.bindings.push_back(std::move(shared));
    }
    next += slot_count(slots, options_.types, options_.acceleration_structures);
  }

  // ---- Tables.

  void add_tables() {
    uint32_t next_binding = 0;
    for (uint32_t p = 0; p < signature_.parameters.size(); ++p) {
      const auto* table = std::get_if<DescriptorTable>(&signature_.parameters[p].value);
      if (table == nullptr) continue;
      if (options_.tables != TableForm::kOneSet) next_binding = 0;
      if (options_.tables == TableForm::kSets ||
          (options_.tables == TableForm::kOneSet && sets_.tables.empty())) {
        sets_.tables.emplace_back();
      }
      const bool is_sampler =
          !table->ranges.empty() && table->ranges.front().type == DescriptorRangeType::kSampler;
      LayoutTable entry;
      entry.parameter = p;
      entry.is_sampler = is_sampler;
      entry.is_heap = are_slices(options_.tables);
      entry.root_offset = entry.is_heap ? table_bases_[p] : 0;
      layout_.tables.push_back(entry);
      table_sets_.push_back(entry.is_heap ? heap_of(is_sampler)
                                          : table_set(static_cast<uint32_t>(sets_.tables.size() - 1)));
      const Vector<uint32_t> offsets = dxil::table_offsets(*table);
      for (uint32_t r = 0; r < table->ranges.size(); ++r) add_range(p, r, *table, offsets[r], next_binding);
    }
  }

  SetIndex heap_of(bool is_sampler) {
    (is_sampler ? needs_sampler_heap_ : needs_resource_heap_) = true;
    return is_sampler ? SetIndex::kSamplerHeap : SetIndex::kResourceHeap;
  }

  void add_range(uint32_t p, uint32_t r, const DescriptorTable& table, uint32_t offset, uint32_t& next) {
    const DescriptorRange& range = table.ranges[r];
    const RootParameter& parameter = signature_.parameters[p];
    PlacedRegisters place;
    place.registers = {class_of(range.type), range.base_register, range.count, range.space};
    place.visibility = parameter.visibility;
    place.parameter = p;
    if (are_slices(options_.tables)) {
      place.kind = PlacedRegisters::Kind::kHeap;
      place.first_element = offset;
      place.root_offset = table_bases_[p];
      add_place(place, table_sets_.back());
      return;
    }
    place.first_binding = next;
    add_place(place, table_sets_.back());
    LayoutBinding model;
    model.count = range.count == kUnboundedDescriptors ? options_.unbounded_descriptors : range.count;
    model.stages = visible_to(parameter.visibility);
    model.flags = kPartiallyBound | (is_updated_after_bind(range) ? uint32_t{kUpdateAfterBind} : 0u);
    model.parameter = p;
    model.range = r;
    model.registers = place.registers;
    model.table_offset = offset;
    add_bindings(sets_.tables.back(), range_slots(model.registers.resource_class), model, next);
  }

  bool is_updated_after_bind(const DescriptorRange& range) const {
    switch (options_.update_after_bind) {
      case UpdateAfterBind::kNever:
        return false;
      case UpdateAfterBind::kAlways:
        return true;
      case UpdateAfterBind::kAsFlagged:
        break;
    }
    return signature_.version == 1 || (range.flags & dxil::kDescriptorsVolatile) != 0 ||
           range.count == kUnboundedDescriptors;
  }

  // ---- Heaps and static samplers.

  void add_heaps() {
    if (options_.tables == TableForm::kExtension) return;
    needs_resource_heap_ |= (signature_.flags & dxil::kRootResourceHeapIndexed) != 0;
    needs_sampler_heap_ |= (signature_.flags & dxil::kRootSamplerHeapIndexed) != 0;
    LayoutBinding model;
    model.stages = visible_to(ShaderVisibility::kAll);
    if (options_.tables == TableForm::kHeap) {
      // The visibility "all stages" need not include stages that a parameter names individually.
      for (const LayoutTable& table : layout_.tables) {
        model.stages |= visible_to(signature_.parameters[table.parameter].visibility);
      }
    }
    model.flags = kPartiallyBound |
                  (options_.update_after_bind == UpdateAfterBind::kNever ? 0u : uint32_t{kUpdateAfterBind});
    if (needs_resource_heap_) {
      model.purpose = BindingPurpose::kResourceHeap;
      model.count = options_.resource_heap_descriptors;
      uint32_t next = 0;
      add_bindings(sets_.resource_heap, heap_slots(), model, next);
    }
    if (needs_sampler_heap_) {
      model.purpose = BindingPurpose::kSamplerHeap;
      model.count = options_.sampler_heap_descriptors;
      uint32_t next = 0;
      add_bindings(sets_.sampler_heap, range_slots(ResourceClass::kSampler), model, next);
    }
  }

  /// Consecutive samplers that the same stages see form one array, as shaders may declare them.
  void add_static_samplers() {
    Vector<uint32_t> order(signature_.static_samplers.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto& all = signature_.static_samplers;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const auto key = [](const dxil::StaticSampler& s) {
        return std::tuple(s.visibility, s.space, s.register_index);
      };
      return key(all[a]) < key(all[b]);
    });
    Vector<LayoutBinding>& bindings = sets_.static_samplers.contents.bindings;
    const dxil::StaticSampler* before = nullptr;
    for (const uint32_t i : order) {
      const dxil::StaticSampler& sampler = all[i];
      const bool follows = before != nullptr && before->visibility == sampler.visibility &&
                           before->space == sampler.space &&
                           before->register_index + 1 == sampler.register_index;
      if (!follows) {
        LayoutBinding binding;
        binding.binding = static_cast<uint32_t>(bindings.size());
        binding.type = DescriptorType::kSampler;
        binding.count = 0;
        binding.stages = visible_to(sampler.visibility);
        binding.purpose = BindingPurpose::kStaticSamplers;
        binding.registers = {ResourceClass::kSampler, sampler.register_index, 0, sampler.space};
        PlacedRegisters place;
        place.registers = binding.registers;
        place.visibility = sampler.visibility;
        place.first_binding = binding.binding;
        bindings.push_back(std::move(binding));
        add_place(place, SetIndex::kStaticSamplers);
      }
      LayoutBinding& binding = bindings.back();
      ++binding.count;
      ++binding.registers.count;
      ++layout_.places.back().registers.count;
      binding.immutable_samplers.push_back(immutable_sampler(sampler));
      binding.immutable_samplers.back().static_sampler = i;
      before = &sampler;
    }
  }

  void settle_places() {
    for (size_t i = 0; i < layout_.places.size(); ++i)
      layout_.places[i].set = sets_.at(place_sets_[i]).number;
    for (size_t i = 0; i < layout_.tables.size(); ++i)
      layout_.tables[i].set =
          options_.tables == TableForm::kExtension ? kNoIndex : sets_.at(table_sets_[i]).number;
    if (sets_.resource_heap.is_needed()) layout_.resource_heap_set = sets_.resource_heap.number;
    if (sets_.sampler_heap.is_needed()) layout_.sampler_heap_set = sets_.sampler_heap.number;
    if (layout_.root_data.is_uniform_block) layout_.root_data.set = sets_.root.number;
  }

  const dxil::RootSignature& signature_;
  const PipelineLayoutOptions& options_;
  PipelineLayout layout_;
  PlannedSets sets_;
  Vector<uint32_t> table_bases_;  ///< By parameter: offset of the table's base in the root data, in bytes.
  Vector<SetIndex> place_sets_;   ///< By index in layout_.places.
  Vector<SetIndex> table_sets_;   ///< By index in layout_.tables.
  uint32_t next_root_binding_ = 0;
  bool needs_resource_heap_ = false, needs_sampler_heap_ = false;
};

}  // namespace

Result<PipelineLayout> make_pipeline_layout(const dxil::RootSignature& signature,
                                            const PipelineLayoutOptions& options) {
  return LayoutMaker(signature, options).run();
}

}  // namespace trellis
