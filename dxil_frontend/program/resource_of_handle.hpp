// Finds the resource that a handle refers to, as far as it is statically known.
#pragma once

#include <optional>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Whether the type is "dx.types.Handle", or a resource object in libraries before shader model 6.6.
bool is_handle(const Module& module, TypeId type);

struct ResourceOfHandle {
  std::optional<ResourceClass> resource_class;
  const Resource* resource = nullptr;  ///< Null for heap handles, and if unknown.
  bool from_heap = false;

  bool is_read_only() const { return resource_class && *resource_class != ResourceClass::kUav; }
};

/// Finds the resource by following the handle to the operation that made it.
class ResourceFinder {
 public:
  /// Keeps references to both arguments, which must outlive the finder.
  ResourceFinder(const Shader& shader, const Function& function);
  ResourceOfHandle find(ValueId handle) const;
  /// Returns the instruction that defines a local value, or null for arguments and module values.
  const Instruction* definition(ValueId value) const {
    return value < function_.first_local ? nullptr : definitions_[value - function_.first_local];
  }

 private:
  ResourceOfHandle of_operation(const Instruction& i) const;
  ResourceOfHandle of_symbol(ValueId pointer) const;

  const Shader& shader_;
  const Function& function_;
  Vector<const Instruction*> definitions_;
};

/// Returns a description for messages: "UAV u0", "SRV t3 (Tex)", "a UAV of the descriptor heap", "a
/// resource".
String describe_handle(const ResourceOfHandle& resource);

}  // namespace trellis::dxil
