#include "api/pipeline_layout/local_root_signature.hpp"

#include <algorithm>
#include <variant>

#include "api/pipeline_layout/layout_types.hpp"
#include "spirv_backend/plan/bindings/binding_check.hpp"
#include "spirv_backend/plan/bindings/bindings.hpp"

namespace trellis {
namespace {

using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;
using spirv::Binding;
using spirv::BindingKind;

constexpr uint32_t kWord = 4, kHandleBytes = 8;

Diagnostic refuse_local(String message) {
  Location where;
  where.part = "local root signature";
  return bad_input(std::move(message), std::move(where));
}

bool may_be_address(ResourceKind kind) {
  return kind == ResourceKind::kCBuffer || kind == ResourceKind::kRawBuffer ||
         kind == ResourceKind::kStructuredBuffer || kind == ResourceKind::kAccelerationStructure;
}

/// Finds a resource among the parameters of a signature.
class RecordPlacing {
 public:
  RecordPlacing(const LocalRootSignature& local, const PipelineLayout* layout,
                const spirv::EmitOptions& options, const spirv::ResourceUse& use)
      : local_(local), layout_(layout), options_(options), use_(use), resource_(*use.info) {}

  Result<std::optional<Binding>> run() const {
    const auto layout = record_layout(*local_.signature);
    if (!layout) return layout.error();
    for (const RecordMember& member : layout->members) {
      const auto& value = local_.signature->parameters[member.parameter].value;
      Result<std::optional<Binding>> found = std::optional<Binding>();
      if (const auto* constants = std::get_if<dxil::RootConstants>(&value)) {
        found = place(*constants, member);
      } else if (const auto* descriptor = std::get_if<dxil::RootDescriptor>(&value)) {
        found = place(*descriptor, member);
      } else if (const auto* table = std::get_if<dxil::DescriptorTable>(&value)) {
        found = place(*table, member);
      }
      if (!found || *found) return found;
    }
    return std::optional<Binding>();
  }

 private:
  String name() const { return spirv::describe_resource(resource_, {}); }

  bool is_at(ResourceClass resource_class, uint32_t first, uint32_t space) const {
    return resource_.resource_class == resource_class && resource_.lower_bound == first &&
           resource_.space == space;
  }

  Result<std::optional<Binding>> place(const dxil::RootConstants& constants,
                                       const RecordMember& member) const {
    if (!is_at(ResourceClass::kCbv, constants.register_index, constants.space)) {
      return std::optional<Binding>();
    }
    if (resource_.count != 1) return refuse_local(name() + " is an array, but root constants cannot be");
    Binding binding;
    binding.kind = BindingKind::kRootConstants;
    binding.in_record = true;
    binding.root_offset = member.offset;
    binding.root_size = member.size;
    return std::optional(binding);
  }

  Result<std::optional<Binding>> place(const dxil::RootDescriptor& descriptor,
                                       const RecordMember& member) const {
    if (!is_at(class_of(descriptor.type), descriptor.register_index, descriptor.space)) {
      return std::optional<Binding>();
    }
    if (resource_.count != 1) return refuse_local(name() + " is an array, but a root descriptor cannot be");
    if (!may_be_address(resource_.kind)) {
      return refuse_local(name() + " is a " + dxil::name_of(resource_.kind) +
                          ", but a root descriptor must be a raw, structured or constant buffer, or an "
                          "acceleration structure");
    }
    if (use_.uses_counter)
      return refuse_local(name() + " has a hidden counter, but root descriptors have none");
    Binding binding;
    binding.kind = BindingKind::kAddress;
    binding.in_record = true;
    binding.root_offset = member.offset;
    return std::optional(binding);
  }

  Result<std::optional<Binding>> place(const dxil::DescriptorTable& table, const RecordMember& member) const {
    const Vector<uint32_t> offsets = dxil::table_offsets(table);
    for (size_t n = 0; n < table.ranges.size(); ++n) {
      const dxil::DescriptorRange& range = table.ranges[n];
      const bool is_here = resource_.resource_class == class_of(range.type) &&
                           resource_.space == range.space && resource_.lower_bound >= range.base_register &&
                           (range.count == dxil::kUnboundedDescriptors ||
                            resource_.lower_bound - range.base_register < range.count);
      if (!is_here) continue;
      const uint32_t first = resource_.lower_bound - range.base_register;
      const bool ends = resource_.count != dxil::kUnboundedDescriptors;
      if (ends && range.count != dxil::kUnboundedDescriptors && resource_.count > range.count - first) {
        return refuse_local(name() + " has " + decimal(resource_.count) +
                            " registers, but its range ends before the last one");
      }
      return heap_slice(member, offsets[n] + first);
    }
    return std::optional<Binding>();
  }

  Result<std::optional<Binding>> heap_slice(const RecordMember& member, uint32_t first) const {
    const bool is_sampler = resource_.resource_class == ResourceClass::kSampler;
    const auto heap = is_sampler ? spirv::DescriptorHeap::kSamplers : spirv::DescriptorHeap::kResources;
    Binding binding = spirv::place_in_heap(options_, resource_, heap);
    if (layout_ != nullptr) {
      Result<Binding> placed = place_in_heap(*layout_, resource_);
      if (!placed) return placed.error();
      binding = *placed;
    }
    binding.in_record = true;
    binding.table_shift =
        static_cast<uint8_t>(is_sampler ? local_.sampler_size_log2 : local_.resource_size_log2);
    binding.table_offset = binding.counter.table_offset = member.offset;
    binding.first_element = binding.counter.first_element = first;
    if (binding.counter.kind == BindingKind::kDeviceHeap) {
      binding.counter.first_element += options_.heaps.counter_distance;
    }
    return std::optional(binding);
  }

  const LocalRootSignature& local_;
  const PipelineLayout* layout_;
  const spirv::EmitOptions& options_;
  const spirv::ResourceUse& use_;
  const Resource& resource_;
};

}  // namespace

Result<RecordLayout> record_layout(const dxil::RootSignature& signature) {
  if ((signature.flags & dxil::kRootLocal) == 0) return refuse_local("it is not flagged as local");
  RecordLayout layout;
  uint64_t at = 0;
  for (uint32_t n = 0; n < signature.parameters.size(); ++n) {
    const auto& value = signature.parameters[n].value;
    RecordMember member;
    member.parameter = n;
    member.size = kHandleBytes;
    if (const auto* constants = std::get_if<dxil::RootConstants>(&value)) {
      if (constants->dword_count > spirv::kMaxRecordBytes / kWord) {
        return refuse_local("root parameter " + decimal(n) +
                            " has more constants than fit in a shader record");
      }
      member.size = constants->dword_count * kWord;
    } else {
      member.kind = std::holds_alternative<dxil::RootDescriptor>(value) ? RootMemberKind::kAddress
                                                                        : RootMemberKind::kTableBase;
      at = (at + kHandleBytes - 1) / kHandleBytes * kHandleBytes;
    }
    if (at + member.size > spirv::kMaxRecordBytes) {
      return refuse_local("root parameter " + decimal(n) + " ends beyond the " +
                          decimal(spirv::kMaxRecordBytes) + " bytes of a shader record");
    }
    member.offset = static_cast<uint32_t>(at);
    at += member.size;
    layout.members.push_back(member);
  }
  layout.size = static_cast<uint32_t>(at);
  return layout;
}

Result<std::optional<Binding>> place_in_record(const LocalRootSignature& local, const PipelineLayout* layout,
                                               const spirv::EmitOptions& options,
                                               const spirv::ResourceUse& use) {
  return RecordPlacing(local, layout, options, use).run();
}

std::optional<Diagnostic> static_sampler_refusal(const LocalRootSignature& local, const Resource& resource) {
  const Vector<dxil::StaticSampler>& samplers = local.signature->static_samplers;
  const bool is_static = resource.resource_class == ResourceClass::kSampler &&
                         std::any_of(samplers.begin(), samplers.end(), [&](const dxil::StaticSampler& s) {
                           return s.register_index == resource.lower_bound && s.space == resource.space;
                         });
  if (!is_static) return std::nullopt;
  return bad_input(spirv::describe_resource(resource, {}) +
                   " is a static sampler of the local root signature: shader records cannot hold samplers; "
                   "bind it explicitly as an immutable sampler");
}

}  // namespace trellis
