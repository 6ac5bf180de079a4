// The resource that a handle stands for, as far as it can be known.
#pragma once

#include <optional>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::uniformity {

/// True for "dx.types.Handle" and the types of resource objects in libraries before 6.6.
bool is_handle(const dxil::Module& module, dxil::TypeId type);

struct ResourceOfHandle {
  std::optional<dxil::ResourceClass> resource_class;
  const dxil::Resource* resource = nullptr;  ///< Null for heap handles, and where it is not known.
  bool from_heap = false;

  bool is_read_only() const { return resource_class && *resource_class != dxil::ResourceClass::kUav; }
};

/// Finds the resource by following the handle to the operation that made it.
class ResourceFinder {
 public:
  /// Keeps references; both must outlive it.
  ResourceFinder(const dxil::Shader& shader, const dxil::Function& function);
  ResourceOfHandle find(dxil::ValueId handle) const;
  /// The instruction that defines a local value; null for arguments and module values.
  const dxil::Instruction* definition(dxil::ValueId value) const {
    return value < function_.first_local ? nullptr : definitions_[value - function_.first_local];
  }

 private:
  ResourceOfHandle of_operation(const dxil::Instruction& i) const;
  ResourceOfHandle of_symbol(dxil::ValueId pointer) const;

  const dxil::Shader& shader_;
  const dxil::Function& function_;
  Vector<const dxil::Instruction*> definitions_;
};

/// "UAV u0", "SRV t3 (Tex)", "a UAV of the descriptor heap", "a resource".
String describe(const ResourceOfHandle& resource);

}  // namespace trellis::uniformity
