#include "tools/cfg/page/spirv_blocks.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "api/modules/validate.hpp"
#include "tools/cfg/page/spirv_text.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Structured;

constexpr size_t kHeaderWords = 5;
constexpr uint32_t kOpFunction = 54, kOpFunctionEnd = 56, kOpLabel = 248;

/// One instruction: its opcode, and the id that it defines if it is a label.
struct Item {
  uint32_t opcode = 0, label = 0;
};

std::vector<Item> items_of(std::span<const uint32_t> spirv) {
  std::vector<Item> items;
  for (size_t at = kHeaderWords; at < spirv.size();) {
    const uint32_t count = spirv[at] >> 16, opcode = spirv[at] & 0xFFFF;
    if (count == 0 || at + count > spirv.size()) return {};
    items.push_back({opcode, opcode == kOpLabel && count > 1 ? spirv[at + 1] : 0});
    at += count;
  }
  return items;
}

/// Returns the lines of the text that are instructions. Strings with line breaks come before all functions,
/// so each of the module's last lines is one instruction.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t first = line.find_first_not_of(' ');
    if (first != std::string_view::npos && line[first] != ';') lines.push_back(line);
  }
  return lines;
}

/// Maps each item from `begin` to the end of the function to the function's block that contains it. Returns
/// nothing if the labels differ.
std::vector<BlockId> blocks_of_items(const std::vector<Item>& items, size_t begin,
                                     const Structured& function) {
  std::vector<BlockId> blocks;
  uint32_t base = 0;
  size_t next = 0;
  BlockId current = kNone;
  for (size_t i = begin; i < items.size() && items[i].opcode != kOpFunctionEnd; ++i) {
    if (items[i].opcode == kOpLabel) {
      if (next == 0) base = items[i].label - function.order.front();
      const uint32_t block = items[i].label - base;
      if (next < function.order.size() && block == function.order[next]) {
        current = function.order[next++];
      } else if (block < function.blocks.size()) {
        return {};
      }
    }
    blocks.push_back(current);
  }
  if (next != function.order.size()) return {};
  return blocks;
}

}  // namespace

std::vector<std::string> spirv_of_blocks(std::span<const uint32_t> spirv, const Structured& function) {
  if (function.order.empty()) return {};
  const auto text = assembly_text(spirv);
  const std::vector<std::string> own = text ? std::vector<std::string>() : spirv_lines(spirv);
  const std::vector<Item> items = items_of(spirv);
  const std::vector<std::string_view> lines =
      text ? lines_of(*text) : std::vector<std::string_view>(own.begin(), own.end());
  for (size_t begin = 0; begin < items.size(); ++begin) {
    if (items[begin].opcode != kOpFunction) continue;
    const std::vector<BlockId> blocks = blocks_of_items(items, begin, function);
    if (blocks.empty() || lines.size() < items.size() - begin) continue;
    std::vector<std::string> texts(function.blocks.size());
    const size_t first_line = lines.size() - (items.size() - begin);
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i] == kNone) continue;
      texts[blocks[i]].append(lines[first_line + i]).append("\n");
    }
    return texts;
  }
  return {};
}

}  // namespace trellis::tools
