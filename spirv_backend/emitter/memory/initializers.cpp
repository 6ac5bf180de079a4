#include "spirv_backend/emitter/memory/initializers.hpp"

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

/// Writes scalars into the flat array; traverses aggregates with an explicit stack.
class Flattener {
 public:
  Flattener(ModuleContext& context, const MemoryObject& object)
      : context_(context), object_(object), units_(object.unit_count, 0) {}

  std::optional<Vector<uint64_t>> run() {
    work_.push_back({object_.initializer, 0});
    while (!work_.empty()) {
      const Item item = work_.back();
      work_.pop_back();
      if (!write(item)) return std::nullopt;
    }
    return std::move(units_);
  }

 private:
  struct Item {
    ValueId value;
    uint64_t offset;  // In bytes.
  };

  void write_scalar(TypeId type, uint64_t bits, uint64_t offset) {
    bits = context_.stored_bits(type, bits);
    const uint64_t bytes = context_.layouts.of(type).size;
    const uint64_t unit = object_.unit_bytes;
    const uint64_t mask = unit >= 8 ? ~uint64_t{0} : (uint64_t{1} << (unit * 8)) - 1;
    for (uint64_t done = 0; done < bytes; done += unit) {
      const uint64_t at = (offset + done) / unit;
      if (at < units_.size()) units_[at] = bits & mask;
      bits = unit >= 8 ? 0 : bits >> (unit * 8);
    }
  }

  bool write(const Item& item) {
    const dxil::Module& program = context_.program;
    const Constant* c = program.constant(item.value);
    if (c == nullptr) return false;
    const TypeId type = program.values[item.value].type;
    const Type& t = program.types[type];
    switch (c->kind) {
      case ConstantKind::kNull:
      case ConstantKind::kUndef:
        return true;
      case ConstantKind::kScalar:
        write_scalar(type, c->bits, item.offset);
        return true;
      case ConstantKind::kData: {
        const uint64_t stride = context_.layouts.of(t.element).size;
        for (uint32_t n = 0; n < c->element_count; ++n) {
          write_scalar(t.element, program.constant_data[c->first_element + n], item.offset + n * stride);
        }
        return true;
      }
      case ConstantKind::kAggregate: {
        const bool is_struct = t.kind == TypeKind::kStruct;
        const uint64_t stride = is_struct ? 0 : context_.layouts.of(t.element).size;
        for (uint32_t n = 0; n < c->element_count; ++n) {
          const uint64_t at = is_struct ? context_.layouts.member_offset(type, n) : n * stride;
          work_.push_back({program.constant_elements[c->first_element + n], item.offset + at});
        }
        return true;
      }
      case ConstantKind::kAddress:
        return false;
    }
    return false;
  }

  ModuleContext& context_;
  const MemoryObject& object_;
  Vector<uint64_t> units_;
  Vector<Item> work_;
};

}  // namespace

std::optional<Vector<uint64_t>> flatten_initializer(ModuleContext& context, const MemoryObject& object) {
  // Zeros take no space in the input, so the input's size does not limit the object's.
  constexpr uint32_t kMaxUnits = 1 << 22;
  if (object.unit_count > kMaxUnits) return std::nullopt;
  return Flattener(context, object).run();
}

}  // namespace trellis::spirv
