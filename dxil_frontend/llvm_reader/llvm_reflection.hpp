// The types of a reflection module that LLVM has read.
#pragma once

#include "dxil_frontend/llvm_reader/llvm_metadata.hpp"
#include "dxil_frontend/metadata/reflection_types.hpp"

namespace llvm {
class Module;
}

namespace trellis::dxil {

class LlvmReflectionTypes final : public ReflectionTypes {
 public:
  /// `source` was read with LlvmReading::kReflection, and must outlive this object.
  explicit LlvmReflectionTypes(const llvm::Module& source) : source_(source), metadata_(source) {}

  TypeItem type_of(MetadataItem value) const override;
  TypeShape shape(TypeItem type) const override;
  TypeItem member(TypeItem structure, uint32_t index) const override;
  std::string_view name(TypeItem structure) const override;
  TypeItem struct_named(std::string_view name) const override;

 private:
  const llvm::Module& source_;
  const LlvmMetadata metadata_;
};

}  // namespace trellis::dxil
