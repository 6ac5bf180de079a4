#include "tests/spirv_backend/stage/module_view.hpp"

#include <algorithm>
#include <utility>

namespace trellis::test_stages {
namespace {

constexpr size_t kHeaderWords = 5;

std::string string_of(std::span<const uint32_t> words) {
  std::string text;
  for (uint32_t word : words) {
    for (uint32_t shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(word >> shift & 0xFF);
      if (c == 0) return text;
      text += c;
    }
  }
  return text;
}

}  // namespace

ModuleView::ModuleView(std::vector<uint32_t> words) : words_(std::move(words)) {}

std::vector<std::span<const uint32_t>> ModuleView::all(spv::Op opcode) const {
  std::vector<std::span<const uint32_t>> found;
  for (size_t at = kHeaderWords; at < words_.size() && words_[at] >> 16 != 0; at += words_[at] >> 16) {
    if ((words_[at] & 0xFFFF) != static_cast<uint32_t>(opcode)) continue;
    found.emplace_back(words_.data() + at + 1, (words_[at] >> 16) - 1);
  }
  return found;
}

uint32_t ModuleView::count(spv::Op opcode) const { return static_cast<uint32_t>(all(opcode).size()); }

uint32_t ModuleView::named(std::string_view name) const {
  for (const auto& i : all(spv::Op::OpName)) {
    if (string_of(i.subspan(1)) == name) return i[0];
  }
  return 0;
}

uint32_t ModuleView::builtin(spv::BuiltIn builtin, spv::StorageClass storage) const {
  for (const auto& i : all(spv::Op::OpVariable)) {
    if (i[2] == static_cast<uint32_t>(storage) &&
        decoration(i[1], spv::Decoration::BuiltIn) == static_cast<uint32_t>(builtin)) {
      return i[1];
    }
  }
  return 0;
}

bool ModuleView::has(uint32_t id, spv::Decoration decoration) const {
  const auto decorations = all(spv::Op::OpDecorate);
  return std::any_of(decorations.begin(), decorations.end(), [&](std::span<const uint32_t> i) {
    return i[0] == id && i[1] == static_cast<uint32_t>(decoration);
  });
}

std::optional<uint32_t> ModuleView::decoration(uint32_t id, spv::Decoration decoration) const {
  for (const auto& i : all(spv::Op::OpDecorate)) {
    if (i[0] == id && i[1] == static_cast<uint32_t>(decoration) && i.size() == 3) return i[2];
  }
  return std::nullopt;
}

bool ModuleView::has_capability(spv::Capability capability) const {
  const auto capabilities = all(spv::Op::OpCapability);
  return std::any_of(capabilities.begin(), capabilities.end(),
                     [&](std::span<const uint32_t> i) { return i[0] == static_cast<uint32_t>(capability); });
}

bool ModuleView::has_extension(std::string_view name) const {
  const auto extensions = all(spv::Op::OpExtension);
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](std::span<const uint32_t> i) { return string_of(i) == name; });
}

bool ModuleView::has_mode(spv::ExecutionMode mode) const {
  const auto modes = all(spv::Op::OpExecutionMode);
  return std::any_of(modes.begin(), modes.end(),
                     [&](std::span<const uint32_t> i) { return i[1] == static_cast<uint32_t>(mode); });
}

spv::ExecutionModel ModuleView::model() const {
  const auto entries = all(spv::Op::OpEntryPoint);
  return entries.empty() ? spv::ExecutionModel::Kernel : static_cast<spv::ExecutionModel>(entries[0][0]);
}

bool ModuleView::in_interface(uint32_t id) const {
  const auto entries = all(spv::Op::OpEntryPoint);
  if (entries.empty()) return false;
  const size_t name_words = string_of(entries[0].subspan(2)).size() / 4 + 1;
  const auto interface = entries[0].subspan(2 + name_words);
  return std::find(interface.begin(), interface.end(), id) != interface.end();
}

std::span<const uint32_t> ModuleView::definition(uint32_t id) const {
  for (spv::Op opcode : {spv::Op::OpTypeBool, spv::Op::OpTypeInt, spv::Op::OpTypeFloat, spv::Op::OpTypeVector,
                         spv::Op::OpTypeArray, spv::Op::OpTypePointer}) {
    for (const auto& i : all(opcode)) {
      if (i[0] == id) return {i.data() - 1, i.size() + 1};
    }
  }
  for (spv::Op opcode : {spv::Op::OpVariable, spv::Op::OpConstant}) {
    for (const auto& i : all(opcode)) {
      if (i[1] == id) return {i.data() - 1, i.size() + 1};
    }
  }
  return {};
}

std::string ModuleView::type_name(uint32_t type) const {
  std::string suffix;
  for (;;) {
    const std::span<const uint32_t> i = definition(type);
    if (i.empty()) return "?";
    switch (static_cast<spv::Op>(i[0] & 0xFFFF)) {
      case spv::Op::OpTypeBool:
        return "bool" + suffix;
      case spv::Op::OpTypeInt:
        return (i[3] != 0 ? "i" : "u") + std::to_string(i[2]) + suffix;
      case spv::Op::OpTypeFloat:
        return "f" + std::to_string(i[2]) + suffix;
      case spv::Op::OpTypeVector:
        suffix = "x" + std::to_string(i[3]) + suffix;
        type = i[2];
        continue;
      case spv::Op::OpTypeArray: {
        const std::span<const uint32_t> length = definition(i[3]);
        suffix = "[" + (length.empty() ? "?" : std::to_string(length[3])) + "]" + suffix;
        type = i[2];
        continue;
      }
      default:
        return "?";
    }
  }
}

std::string ModuleView::type_of(uint32_t variable) const {
  const std::span<const uint32_t> i = definition(variable);
  if (i.empty()) return "?";
  const std::span<const uint32_t> pointer = definition(i[1]);
  return pointer.empty() ? "?" : type_name(pointer[3]);
}

}  // namespace trellis::test_stages
