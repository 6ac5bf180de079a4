#include "tools/reports/outcome.hpp"

#include <array>
#include <cstdio>
#include <cstring>

namespace trellis::tools {
namespace {

class Packer {
 public:
  void number(uint64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    bytes_.append(bytes, sizeof value);
  }
  void text(const std::string& value) {
    number(value.size());
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : left_(bytes) {}

  uint64_t number() {
    uint64_t value = 0;
    if (left_.size() < sizeof value) {
      sound_ = false;
      return 0;
    }
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const uint64_t size = number();
    if (size > left_.size()) {
      sound_ = false;
      return {};
    }
    std::string value(left_.substr(0, size));
    left_.remove_prefix(size);
    return value;
  }
  bool sound() const { return sound_; }
  bool complete() const { return sound_ && left_.empty(); }

 private:
  std::string_view left_;
  bool sound_ = true;
};

constexpr uint64_t kNoOffset = UINT64_MAX;

template <class Place>
auto texts_of(Place& where) {
  return std::array{&where.part,        &where.function,  &where.block,
                    &where.instruction, &where.operation, &where.file};
}

void pack(Packer& packer, const ModuleInterface& module) {
  packer.text(module.name);
  packer.number(module.descriptors.size());
  for (const ModuleInterface::Descriptor& descriptor : module.descriptors) {
    const LayoutBinding& binding = descriptor.binding;
    for (const uint64_t number :
         {uint64_t{descriptor.set}, uint64_t{binding.binding}, static_cast<uint64_t>(binding.type),
          uint64_t{binding.count}, uint64_t{binding.stages}, static_cast<uint64_t>(binding.purpose),
          static_cast<uint64_t>(binding.registers.resource_class), uint64_t{binding.registers.first},
          uint64_t{binding.registers.count}, uint64_t{binding.registers.space}}) {
      packer.number(number);
    }
    packer.text(binding.name);
  }
  packer.number(module.push_constants.stages);
  packer.number(module.push_constants.size);
  packer.number(module.vertex_inputs.size());
  for (const VertexInput& input : module.vertex_inputs) {
    packer.text(input.semantic);
    for (const uint64_t number :
         {uint64_t{input.location}, uint64_t{input.component}, uint64_t{input.semantic_index},
          static_cast<uint64_t>(input.type), uint64_t{input.components}}) {
      packer.number(number);
    }
  }
}

ModuleInterface unpack_interface(Unpacker& unpacker) {
  const auto number = [&unpacker] { return static_cast<uint32_t>(unpacker.number()); };
  ModuleInterface module;
  module.name = unpacker.text();
  const uint64_t descriptors = unpacker.number();
  for (uint64_t i = 0; i < descriptors && unpacker.sound(); ++i) {
    ModuleInterface::Descriptor& made = module.descriptors.emplace_back();
    made.set = number();
    made.binding.binding = number();
    made.binding.type = static_cast<DescriptorType>(number());
    made.binding.count = number();
    made.binding.stages = number();
    made.binding.purpose = static_cast<BindingPurpose>(number());
    made.binding.registers.resource_class = static_cast<dxil::ResourceClass>(number());
    made.binding.registers.first = number();
    made.binding.registers.count = number();
    made.binding.registers.space = number();
    made.binding.name = unpacker.text();
  }
  module.push_constants.stages = number();
  module.push_constants.size = number();
  const uint64_t inputs = unpacker.number();
  for (uint64_t i = 0; i < inputs && unpacker.sound(); ++i) {
    VertexInput& made = module.vertex_inputs.emplace_back();
    made.semantic = unpacker.text();
    made.location = number();
    made.component = number();
    made.semantic_index = number();
    made.type = static_cast<dxil::ComponentType>(number());
    made.components = number();
  }
  return module;
}

void pack(Packer& packer, const Location& where) {
  for (const String* text : texts_of(where)) packer.text(*text);
  packer.number(where.offset.value_or(kNoOffset));
  for (const auto& number : {where.block_number, where.instruction_number}) {
    packer.number(number ? uint64_t{*number} : kNoOffset);
  }
  packer.number(where.line);
  packer.number(where.column);
}

Location unpack_location(Unpacker& unpacker) {
  Location where;
  for (String* text : texts_of(where)) *text = unpacker.text();
  const uint64_t offset = unpacker.number();
  if (offset != kNoOffset) where.offset = offset;
  for (auto* known : {&where.block_number, &where.instruction_number}) {
    const uint64_t number = unpacker.number();
    if (number != kNoOffset) *known = static_cast<uint32_t>(number);
  }
  where.line = static_cast<uint32_t>(unpacker.number());
  where.column = static_cast<uint32_t>(unpacker.number());
  return where;
}

}  // namespace

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", seconds);
  return text;
}

std::string pack(const Outcome& outcome) {
  Packer packer;
  packer.number(static_cast<uint64_t>(outcome.exit_code));
  packer.text(outcome.error);
  packer.number(outcome.warnings.size());
  for (const Warning& warning : outcome.warnings) {
    packer.text(warning.text);
    pack(packer, warning.where);
  }
  packer.text(outcome.compiler_text);
  packer.number(outcome.is_compiler_error ? 1 : 0);
  packer.text(outcome.message);
  pack(packer, outcome.where);
  packer.number(outcome.dependencies.size());
  for (const std::string& file : outcome.dependencies) packer.text(file);
  packer.text(outcome.report);
  packer.number(outcome.findings);
  packer.text(outcome.text);
  packer.number(outcome.interfaces.size());
  for (const ModuleInterface& module : outcome.interfaces) pack(packer, module);
  packer.number(outcome.bytes_in);
  packer.number(outcome.bytes_out);
  packer.number(outcome.peak_kib);
  const StageTimes& times = outcome.times;
  for (const uint64_t time :
       {times.container, times.bitcode_check, times.llvm_read, times.decode, times.plan, times.structurize,
        times.check, times.emit, times.check_module, times.validate}) {
    packer.number(time);
  }
  return packer.take();
}

bool unpack(std::string_view bytes, Outcome& outcome) {
  Unpacker unpacker(bytes);
  outcome.exit_code = static_cast<int>(unpacker.number());
  outcome.error = unpacker.text();
  const uint64_t warning_count = unpacker.number();
  for (uint64_t i = 0; i < warning_count && unpacker.sound(); ++i) {
    Warning warning{unpacker.text()};
    warning.where = unpack_location(unpacker);
    outcome.warnings.push_back(std::move(warning));
  }
  outcome.compiler_text = unpacker.text();
  outcome.is_compiler_error = unpacker.number() != 0;
  outcome.message = unpacker.text();
  outcome.where = unpack_location(unpacker);
  const uint64_t dependency_count = unpacker.number();
  for (uint64_t i = 0; i < dependency_count && unpacker.sound(); ++i) {
    outcome.dependencies.push_back(unpacker.text());
  }
  outcome.report = unpacker.text();
  outcome.findings = unpacker.number();
  outcome.text = unpacker.text();
  const uint64_t interface_count = unpacker.number();
  for (uint64_t i = 0; i < interface_count && unpacker.sound(); ++i) {
    outcome.interfaces.push_back(unpack_interface(unpacker));
  }
  outcome.bytes_in = unpacker.number();
  outcome.bytes_out = unpacker.number();
  outcome.peak_kib = unpacker.number();
  StageTimes& times = outcome.times;
  for (uint64_t* time :
       {&times.container, &times.bitcode_check, &times.llvm_read, &times.decode, &times.plan,
        &times.structurize, &times.check, &times.emit, &times.check_module, &times.validate}) {
    *time = unpacker.number();
  }
  return unpacker.complete();
}

}  // namespace trellis::tools
