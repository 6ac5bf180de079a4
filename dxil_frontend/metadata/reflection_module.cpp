#include "dxil_frontend/metadata/reflection_module.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "dxil_frontend/decode/llvm_metadata.hpp"
#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "dxil_frontend/program/ir_text.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kMaxVectorSize = 1024;  // Of a vector, in shader model 6.9.

std::string_view name_of_struct(const llvm::StructType& type) {
  if (!type.hasName()) return {};
  const llvm::StringRef name = type.getName();
  return {name.data(), name.size()};
}

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// "Light" of "hostlayout.struct.Light".
std::string_view plain_name(std::string_view name) {
  for (const std::string_view prefix : {"hostlayout.", "struct.", "class."}) {
    if (begins_with(name, prefix)) name.remove_prefix(prefix.size());
  }
  return name;
}

/// Classes of HLSL that hold one T: "h" in the annotations.
bool is_wrapper(std::string_view name) {
  const std::string_view plain = plain_name(name);
  for (const std::string_view wrapper :
       {"StructuredBuffer<", "RWStructuredBuffer<", "AppendStructuredBuffer<", "ConsumeStructuredBuffer<",
        "RasterizerOrderedStructuredBuffer<", "ConstantBuffer<", "TextureBuffer<"}) {
    if (begins_with(plain, wrapper)) return true;
  }
  return false;
}

class ReflectionReader {
 public:
  explicit ReflectionReader(const llvm::Module& source) : source_(source), metadata_(source) {}

  Result<ReflectionModule> run() {
    const NodeView lists = node_of("dx.resources", 0);
    if (lists.present()) {
      read_resources(lists, no_values_, result_.resources);
      find_annotations();
      find_structs(lists);
    }
    // Structs of structs are found on the way: the list grows.
    for (uint32_t i = 0; i < pending_.size() && !errors_.first; ++i) read_struct(i);
    if (errors_.first) return std::move(*errors_.first);
    return std::move(result_);
  }

 private:
  NodeView node_of(const char* name, uint32_t index) { return {metadata_, name, index, errors_}; }

  /// Notes where in dx.typeAnnotations each struct type is: (0, struct, annotation, struct, annotation, ...).
  void find_annotations() {
    const uint32_t count = metadata_.list_size("dx.typeAnnotations");
    if (count == 0) return;
    annotations_.reset(64);
    for (uint32_t i = 0; i < count && !errors_.first; ++i) {
      const NodeView node = node_of("dx.typeAnnotations", i);
      if (!node.require_operands(1) || node.u32(0, "kind") != 0) continue;
      for (uint32_t n = 1; n + 1 < node.size() && !errors_.first; n += 2) {
        const auto* type = llvm::dyn_cast_or_null<llvm::StructType>(node.type(n, "struct"));
        if (type == nullptr || annotations_.find(type) != kNone) continue;
        annotations_.insert(type, static_cast<uint32_t>(places_.size()));
        places_.push_back({i, n + 1});
      }
    }
  }

  void find_structs(const NodeView& lists) {
    for (uint32_t list_index = 0; list_index < 4 && !errors_.first; ++list_index) {
      const NodeView list = lists.optional_node(list_index, "resources");
      for (uint32_t i = 0; i < list.size() && !errors_.first; ++i) {
        const NodeView node = list.required_node(i, "resource");
        find_struct(node, static_cast<ResourceClass>(list_index));
      }
    }
  }

  void find_struct(const NodeView& node, ResourceClass resource_class) {
    const uint32_t id = node.u32(0, "id");
    const auto resource =
        std::find_if(result_.resources.begin(), result_.resources.end(),
                     [&](const Resource& r) { return r.resource_class == resource_class && r.id == id; });
    if (resource == result_.resources.end()) return;
    if (resource->kind != ResourceKind::kCBuffer && resource->kind != ResourceKind::kStructuredBuffer &&
        resource->kind != ResourceKind::kTBuffer) {
      return;
    }
    llvm::Type* type = node.type(1, "symbol");
    while (type != nullptr && type->isArrayTy()) type = type->getArrayElementType();
    auto* structure = llvm::dyn_cast_or_null<llvm::StructType>(type);
    // Libraries of shader model 6.6 have handles in place of the class.
    if (structure == nullptr || annotations_.find(structure) == kNone) structure = find_by_name(*resource);
    if (structure == nullptr) return;
    if (is_wrapper(name_of_struct(*structure)) && structure->getNumElements() >= 1) {
      structure = llvm::dyn_cast<llvm::StructType>(structure->getElementType(0));
    }
    if (structure != nullptr) resource->struct_index = number_of(structure);
  }

  llvm::StructType* find_by_name(const Resource& resource) const {
    if (resource.kind != ResourceKind::kCBuffer || resource.name.empty()) return nullptr;
    for (const String& name : {"hostlayout." + resource.name, resource.name}) {
      auto* found = llvm::StructType::getTypeByName(source_.getContext(), std::string_view(name));
      if (found != nullptr && annotations_.find(found) != kNone) return found;
    }
    return nullptr;
  }

  /// The struct's number in the result; kNone if nothing is said about it.
  uint32_t number_of(const llvm::StructType* type) {
    const uint32_t annotation = annotations_.find(type);
    if (annotation == kNone) return kNone;
    Place& place = places_[annotation];
    if (place.number == kNone) {
      place.number = static_cast<uint32_t>(pending_.size());
      pending_.push_back({type, annotation});
    }
    return place.number;
  }

  void read_struct(uint32_t number) {
    const auto [type, annotation] = pending_[number];
    const NodeView list = node_of("dx.typeAnnotations", places_[annotation].node);
    const NodeView node = list.required_node(places_[annotation].operand, "annotation");
    const uint32_t count = type->getNumElements();
    if (!node.require_operands(1 + count)) return;
    StructLayout layout;
    layout.name = unused_name(name_of_struct(*type));
    layout.size = node.u32(0, "size");
    for (uint32_t i = 0; i < count && !errors_.first; ++i) {
      const NodeView field = node.required_node(1 + i, "field");
      layout.members.push_back(read_member(field, type->getElementType(i)));
    }
    result_.structs.push_back(std::move(layout));
  }

  /// The name without what the compiler put before it, unless another struct has that already.
  String unused_name(std::string_view name) const {
    const String plain = printable(plain_name(name));
    for (const StructLayout& other : result_.structs) {
      if (other.name == plain) return printable(name);
    }
    return plain;
  }

  StructMember read_member(const NodeView& field, llvm::Type* type) {
    enum Tag : uint32_t { kMatrix = 2, kOffset = 3, kName = 6, kComponentType = 7, kVectorSize = 13 };
    StructMember member;
    bool is_matrix = false;
    field.for_each_tag([&](uint32_t tag, uint32_t operand) {
      switch (tag) {
        case kMatrix: {
          const NodeView shape = field.required_node(operand, "matrix");
          if (!shape.require_operands(3)) return;
          member.rows = shape.u32(0, "rows", 4);
          member.columns = shape.u32(1, "columns", 4);
          member.is_column_major = shape.u32(2, "orientation", 2) == 2;
          is_matrix = true;
          break;
        }
        case kOffset:
          member.offset = field.u32(operand, "offset");
          break;
        case kName:
          member.name = field.string(operand, "name");
          break;
        case kComponentType:
          member.component_type =
              static_cast<ComponentType>(field.u32(operand, "component type", kMaxComponentType));
          break;
        case kVectorSize:
          if (!is_matrix) member.columns = field.u32(operand, "vector size", kMaxVectorSize);
          break;
        default:
          break;
      }
    });
    read_shape(type, is_matrix, member);
    return member;
  }

  /// What the type says beyond the annotation: arrays, structs, and vectors of older compilers.
  void read_shape(llvm::Type* type, bool is_matrix, StructMember& member) {
    for (; type->isArrayTy(); type = type->getArrayElementType()) {
      const uint64_t count = type->getArrayNumElements();
      member.array_sizes.push_back(static_cast<uint32_t>(std::min<uint64_t>(count, UINT32_MAX)));
    }
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (is_matrix) {
      // The innermost array is the matrix itself, unless a class of the compiler's stands for it.
      if (vector != nullptr && !member.array_sizes.empty()) member.array_sizes.pop_back();
    } else if (vector != nullptr) {
      member.columns = std::min<uint32_t>(vector->getNumElements(), kMaxVectorSize);
    } else if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      member.struct_index = number_of(structure);
    }
  }

  /// An annotation: an operand of a node of dx.typeAnnotations.
  struct Place {
    uint32_t node, operand;
    uint32_t number = kNone;  ///< Into pending_ and the result's structs.
  };
  struct Pending {
    const llvm::StructType* type;
    uint32_t annotation;
  };

  const llvm::Module& source_;
  const LlvmMetadata metadata_;
  const ModuleTables no_values_;
  MetadataErrors errors_;
  PointerMap annotations_;  // Struct types to places_.
  Vector<Place> places_;
  Vector<Pending> pending_;
  ReflectionModule result_;
};

/// A resource that the library left without a register has got one in the program (registers.hpp).
bool is_same(const Resource& in_program, const Resource& in_reflection) {
  const bool is_bound = in_reflection.lower_bound != UINT32_MAX && in_reflection.space != UINT32_MAX;
  const bool is_there =
      in_program.space == in_reflection.space && in_program.lower_bound == in_reflection.lower_bound;
  return in_program.resource_class == in_reflection.resource_class && in_program.id == in_reflection.id &&
         in_program.count == in_reflection.count && in_program.kind == in_reflection.kind &&
         (is_there || !is_bound);
}

}  // namespace

Result<ReflectionModule> read_reflection_module(const llvm::Module& source) {
  return ReflectionReader(source).run();
}

Result<void> add_reflection(ReflectionModule reflection, Shader& shader) {
  // Both lists are by class and id. The reflection may have resources that the code does not use.
  Vector<const Resource*> found;
  auto next = reflection.resources.begin();
  for (const Resource& resource : shader.resources) {
    next = std::find_if(next, reflection.resources.end(),
                        [&](const Resource& other) { return is_same(resource, other); });
    if (next == reflection.resources.end()) {
      return bad_input(String("it has no ") + name_of(resource.resource_class) + " with id " +
                       decimal(resource.id) + " at the registers where the program has it");
    }
    found.push_back(&*next);
  }
  for (size_t i = 0; i < found.size(); ++i) {
    Resource& resource = shader.resources[i];
    if (resource.name.empty()) resource.name = found[i]->name;
    resource.struct_index = found[i]->struct_index;
  }
  shader.structs = std::move(reflection.structs);
  return {};
}

}  // namespace trellis::dxil
