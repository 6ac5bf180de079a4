#include "tools/cfg/page/pass_writer.hpp"

#include <utility>

#include "tools/cfg/page/json_text.hpp"

namespace trellis::tools {

using cfg::kNone;

std::string json_lines(const Vector<String>& lines) {
  JsonList list('[');
  for (const String& line : lines) list.add(json_string(line));
  return std::move(list).finish();
}

std::string json_edges(const std::vector<uint32_t>& targets, const Vector<String>* slots) {
  JsonList list('[');
  for (size_t slot = 0; slot < targets.size(); ++slot) {
    const bool is_named = slots != nullptr && slot < slots->size();
    list.add("[" + std::to_string(targets[slot]) +
             (is_named ? "," + json_string((*slots)[slot]) : std::string()) + "]");
  }
  return std::move(list).finish();
}

std::string PassWriter::write(std::string_view pass, uint32_t entry, std::map<uint32_t, Record> records,
                              const std::map<std::string, std::string>& more) {
  JsonList blocks('[');
  std::vector<uint32_t> changed, removed;
  std::map<uint32_t, Look> looks;
  for (auto& [key, record] : records) {
    const auto before = looks_.find(key);
    if (before != looks_.end() && before->second != record.look) changed.push_back(key);
    if (std::string& text = texts_[key]; before == looks_.end() || text != record.text) {
      blocks.add(record.text);
      text = std::move(record.text);
    }
    looks[key] = std::move(record.look);
  }
  for (const auto& [key, look] : looks_) {
    if (!looks.contains(key)) removed.push_back(key);
  }
  JsonList json('{');
  json.add("name", json_string(pass));
  if (entry != kNone) json.add("entry", std::to_string(entry));
  json.add("changed", json_numbers(changed));
  json.add("removed", json_numbers(removed));
  for (const auto& [name, value] : more) json.add(name, value);
  json.add("blocks", std::move(blocks).finish());
  looks_ = std::move(looks);
  return std::move(json).finish();
}

}  // namespace trellis::tools
