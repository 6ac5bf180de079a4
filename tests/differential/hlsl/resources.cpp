#include "tests/differential/hlsl/resources.hpp"

#include <bit>
#include <cstring>

#include "tests/structurizer/graph_generators.hpp"
#include "tests/vulkan/default_binding.hpp"
#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::differential::hlsl {

namespace {

using test_support::RegisterClass;
using vulkan::BoundResource;

bool is_written(Memory memory) {
  return memory == Memory::kRwStructured || memory == Memory::kRwTyped || memory == Memory::kRwRaw ||
         memory == Memory::kRwTexture;
}

RegisterClass class_of(Memory memory) {
  if (memory == Memory::kConstants) return RegisterClass::kConstantBuffer;
  return is_written(memory) ? RegisterClass::kUnorderedAccess : RegisterClass::kShaderResource;
}

std::vector<uint8_t> bytes_from(const Global& global, const std::vector<uint64_t>& cells) {
  std::vector<uint8_t> bytes;
  const Scalar scalar = global.type.scalar;
  const size_t size = bits_of(scalar) / 8;
  for (const uint64_t cell : cells) {
    uint64_t bits = cell;
    if (scalar == Scalar::kFloat)
      bits = std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(cell)));
    for (size_t i = 0; i < size; ++i) bytes.push_back(static_cast<uint8_t>(bits >> (8 * i)));
  }
  return bytes;
}

std::vector<uint64_t> cells_from(const Global& global, const std::vector<uint8_t>& bytes) {
  std::vector<uint64_t> cells;
  const size_t size = bits_of(global.type.scalar) / 8;
  for (size_t at = 0; at + size <= bytes.size(); at += size) {
    uint64_t bits = 0;
    for (size_t i = 0; i < size; ++i) bits |= uint64_t{bytes[at + i]} << (8 * i);
    if (global.type.scalar == Scalar::kFloat) {
      bits = std::bit_cast<uint64_t>(double{std::bit_cast<float>(static_cast<uint32_t>(bits))});
    }
    cells.push_back(bits);
  }
  return cells;
}

VkFormat format_of(const Type& type) {
  static constexpr VkFormat kUints[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
                                        VK_FORMAT_R32G32B32A32_UINT};
  static constexpr VkFormat kFloats[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT,
                                         VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT};
  return (type.scalar == Scalar::kFloat ? kFloats : kUints)[type.columns - 1];
}

/// Returns the index of the global that a variable of the module represents, or the number of globals.
size_t find_global(const Program& program, const gpu_compiler::ResourceVariable& variable) {
  for (size_t i = 0; i < program.globals.size(); ++i) {
    const Global& global = program.globals[i];
    if (global.memory == Memory::kShared) continue;
    const auto place = vulkan::default_binding(class_of(global.memory), global.index, 0);
    if (place.set == variable.set && place.binding == variable.binding) return i;
  }
  return program.globals.size();
}

BoundResource bound(const Global& global, const gpu_compiler::ResourceVariable& variable,
                    const std::vector<uint64_t>& cells) {
  BoundResource made;
  made.set = variable.set;
  made.binding = variable.binding;
  made.type = variable.type;
  if (global.memory == Memory::kTexture || global.memory == Memory::kRwTexture) {
    made.image.format = format_of(global.type);
    made.image.width = global.width;
    made.image.height = global.type.length / global.width;
    made.image.texels = bytes_from(global, cells);
    return made;
  }
  if (global.memory == Memory::kTyped || global.memory == Memory::kRwTyped)
    made.buffer_format = format_of(global.type);
  made.buffer = bytes_from(global, cells);
  return made;
}

}  // namespace

Contents initial_contents(const Program& program) {
  structurizer::testing::Random random(program.seed ^ 0x9e3779b97f4a7c15);
  Contents made;
  for (const Global& global : program.globals) {
    std::vector<uint64_t> cells(cells_of(program, global.type), 0);
    const uint32_t width = bits_of(global.type.scalar);
    for (uint64_t& cell : cells) {
      if (is_written(global.memory) || global.memory == Memory::kShared) break;
      const uint64_t word = random.next();
      cell = width == 64 ? word : word & 0xffffffffu;
      if (is_float(global.type.scalar))
        cell = std::bit_cast<uint64_t>((static_cast<double>(word % 65) - 32.0) / 4.0);
    }
    made.push_back(std::move(cells));
  }
  return made;
}

Result<Contents> run_on_device(vulkan::Runner& runner, const Program& program,
                               std::span<const uint32_t> words, const Contents& before) {
  const auto interface = gpu_compiler::read_module_interface(words);
  if (!interface) return interface.error();
  vulkan::Dispatch dispatch;
  dispatch.words.assign(words.begin(), words.end());
  dispatch.groups = {static_cast<uint32_t>(program.entries.size()), 1, 1};
  std::vector<size_t> of_resource;
  for (const auto& variable : interface->variables) {
    const size_t global = find_global(program, variable);
    if (global == program.globals.size()) {
      return internal_check("nothing is bound at binding " + std::to_string(variable.binding));
    }
    of_resource.push_back(global);
    dispatch.resources.push_back(bound(program.globals[global], variable, before[global]));
  }
  const auto results = runner.dispatch(dispatch);
  if (!results) return results.error();
  Contents after = before;
  for (size_t i = 0; i < of_resource.size(); ++i) {
    after[of_resource[i]] = cells_from(program.globals[of_resource[i]], (*results)[i]);
  }
  return after;
}

std::string describe_difference(const Program& program, const Contents& wanted, const Contents& got) {
  std::string text;
  for (size_t i = 0; i < program.globals.size(); ++i) {
    if (!is_written(program.globals[i].memory)) continue;
    size_t shown = 0, different = 0;
    std::string lines;
    for (size_t cell = 0; cell < wanted[i].size(); ++cell) {
      const uint64_t has = cell < got[i].size() ? got[i][cell] : 0;
      if (has == wanted[i][cell]) continue;
      ++different;
      if (++shown > 4) continue;
      lines += "  component " + std::to_string(cell) + " is " + std::to_string(has) + ", should be " +
               std::to_string(wanted[i][cell]) + "\n";
    }
    if (different == 0) continue;
    text += program.globals[i].name + ": " + std::to_string(different) + " components differ\n" + lines;
  }
  return text;
}

}  // namespace trellis::differential::hlsl
