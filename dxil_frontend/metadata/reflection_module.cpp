#include "dxil_frontend/metadata/reflection_module.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/pointer_map.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kMaxVectorSize = 1024;  // The limit of shader model 6.9.

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// Returns "Light" for "hostlayout.struct.Light".
std::string_view plain_name(std::string_view name) {
  for (const std::string_view prefix : {"hostlayout.", "struct.", "class."}) {
    if (begins_with(name, prefix)) name.remove_prefix(prefix.size());
  }
  return name;
}

/// Whether it is an HLSL class with a single member of type T: "h" in the annotations.
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
  ReflectionReader(const MetadataSource& metadata, const ReflectionTypes& types)
      : metadata_(metadata), types_(types) {}

  Result<ReflectionModule> run() {
    const NodeView lists = node_of("dx.resources", 0);
    if (lists.present()) {
      read_resources(lists, result_.resources);
      find_annotations();
      find_structs(lists);
    }
    // read_struct() may append nested structs to pending_.
    for (uint32_t i = 0; i < pending_.size() && !errors_.first; ++i) read_struct(i);
    if (errors_.first) return std::move(*errors_.first);
    return std::move(result_);
  }

 private:
  NodeView node_of(const char* name, uint32_t index) { return {metadata_, name, index, errors_}; }

  /// Records the location of each struct type in dx.typeAnnotations: (0, struct, annotation, struct,
  /// annotation, ...).
  void find_annotations() {
    const uint32_t count = metadata_.list_size("dx.typeAnnotations");
    if (count == 0) return;
    annotations_.reset(64);
    for (uint32_t i = 0; i < count && !errors_.first; ++i) {
      const NodeView node = node_of("dx.typeAnnotations", i);
      if (!node.require_operands(1) || node.u32(0, "kind") != 0) continue;
      for (uint32_t n = 1; n + 1 < node.size() && !errors_.first; n += 2) {
        const TypeItem type = type_of(node, n, "struct");
        if (!is_struct(type) || annotation_of(type) != kNone) continue;
        annotations_.insert(key(type), static_cast<uint32_t>(places_.size()));
        places_.push_back({i, n + 1});
      }
    }
  }

  /// Returns 0 if the operand is null.
  TypeItem type_of(const NodeView& node, uint32_t operand, const char* what) const {
    const MetadataItem value = node.value_item(operand, what);
    return value == 0 ? 0 : types_.type_of(value);
  }
  bool is_struct(TypeItem type) const { return type != 0 && types_.shape(type).kind == TypeShape::kStruct; }
  static const void* key(TypeItem type) { return reinterpret_cast<const void*>(type); }
  /// Returns an index into places_; kNone if the metadata does not describe the struct.
  uint32_t annotation_of(TypeItem structure) const { return annotations_.find(key(structure)); }

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
    TypeItem type = type_of(node, 1, "symbol");
    while (type != 0 && types_.shape(type).kind == TypeShape::kArray) type = types_.shape(type).element;
    // Libraries of shader model 6.6 have handles instead of the class.
    if (!is_struct(type) || annotation_of(type) == kNone) type = find_by_name(*resource);
    if (type == 0) return;
    if (is_wrapper(types_.name(type)) && types_.shape(type).count >= 1) type = types_.member(type, 0);
    if (is_struct(type)) resource->struct_index = number_of(type);
  }

  TypeItem find_by_name(const Resource& resource) const {
    if (resource.kind != ResourceKind::kCBuffer || resource.name.empty()) return 0;
    for (const String& name : {"hostlayout." + resource.name, resource.name}) {
      const TypeItem found = types_.struct_named(name);
      if (found != 0 && annotation_of(found) != kNone) return found;
    }
    return 0;
  }

  /// Returns the struct's number in the result; kNone if the metadata does not describe it.
  uint32_t number_of(TypeItem type) {
    const uint32_t annotation = annotation_of(type);
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
    const auto count = static_cast<uint32_t>(types_.shape(type).count);
    if (!node.require_operands(1 + count)) return;
    StructLayout layout;
    layout.name = unused_name(types_.name(type));
    layout.size = node.u32(0, "size");
    for (uint32_t i = 0; i < count && !errors_.first; ++i) {
      const NodeView field = node.required_node(1 + i, "field");
      layout.members.push_back(read_member(field, types_.member(type, i)));
    }
    result_.structs.push_back(std::move(layout));
  }

  /// Returns the name without the compiler's prefixes, unless another struct already has that name.
  String unused_name(std::string_view name) const {
    const String plain = printable(plain_name(name));
    for (const StructLayout& other : result_.structs) {
      if (other.name == plain) return printable(name);
    }
    return plain;
  }

  StructMember read_member(const NodeView& field, TypeItem type) {
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

  /// Reads what the type adds to the annotation: arrays, structs, and vectors of older compilers.
  void read_shape(TypeItem type, bool is_matrix, StructMember& member) {
    TypeShape shape = types_.shape(type);
    for (; shape.kind == TypeShape::kArray; shape = types_.shape(type)) {
      member.array_sizes.push_back(static_cast<uint32_t>(std::min<uint64_t>(shape.count, UINT32_MAX)));
      type = shape.element;
    }
    const bool is_vector = shape.kind == TypeShape::kVector;
    if (is_matrix) {
      // The innermost array is the matrix itself, unless one of the compiler's classes represents it.
      if (is_vector && !member.array_sizes.empty()) member.array_sizes.pop_back();
    } else if (is_vector) {
      member.columns = static_cast<uint32_t>(std::min<uint64_t>(shape.count, kMaxVectorSize));
    } else if (shape.kind == TypeShape::kStruct) {
      member.struct_index = number_of(type);
    }
  }

  /// The location of an annotation: an operand of a node of dx.typeAnnotations.
  struct Place {
    uint32_t node, operand;
    uint32_t number = kNone;  ///< Index into pending_ and the result's structs.
  };
  struct Pending {
    TypeItem type;
    uint32_t annotation;
  };

  const MetadataSource& metadata_;
  const ReflectionTypes& types_;
  MetadataErrors errors_;
  PointerMap annotations_;  // Maps struct types to places_.
  Vector<Place> places_;
  Vector<Pending> pending_;
  ReflectionModule result_;
};

/// Whether both are the same resource. A resource without registers in the library has been assigned some in
/// the program (registers.hpp).
bool is_same(const Resource& in_program, const Resource& in_reflection) {
  const bool is_bound = in_reflection.lower_bound != UINT32_MAX && in_reflection.space != UINT32_MAX;
  const bool is_there =
      in_program.space == in_reflection.space && in_program.lower_bound == in_reflection.lower_bound;
  return in_program.resource_class == in_reflection.resource_class && in_program.id == in_reflection.id &&
         in_program.count == in_reflection.count && in_program.kind == in_reflection.kind &&
         (is_there || !is_bound);
}

}  // namespace

Result<ReflectionModule> read_reflection_module(const MetadataSource& metadata,
                                                const ReflectionTypes& types) {
  return ReflectionReader(metadata, types).run();
}

Result<void> add_reflection(ReflectionModule reflection, Shader& shader) {
  // Both lists are sorted by class and id. The reflection may contain resources that the code does not use.
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
