#include "tools/cfg/page/lowering_data.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "tools/cfg/page/json_text.hpp"
#include "tools/cfg/page/pass_writer.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;

constexpr const char* kFirstPass = "program";

/// Writes what a block has in a stage and not in the last one, which is the program that is structurized.
class StageWriter {
 public:
  explicit StageWriter(const LoweringStage& last) : last_(last), changes_(last.graph.block_count(), 0) {}

  std::string write(const LoweringStage& stage, const char* name, std::string_view summary) {
    std::map<uint32_t, Record> records;
    for (BlockId block = 0; block < stage.graph.block_count(); ++block)
      records[block] = record_of(stage, block);
    std::map<std::string, std::string> more = {{"summary", json_string(summary)}};
    if (!stage.others.empty()) {
      JsonList others('[');
      for (const std::string& other : stage.others) others.add(json_string(other));
      more["others"] = std::move(others).finish();
    }
    return writer_.write(name, stage.graph.entry(), std::move(records), more);
  }

 private:
  Record record_of(const LoweringStage& stage, BlockId block) {
    Record record;
    const auto successors = stage.graph.successors(block);
    record.look.targets.assign(successors.begin(), successors.end());
    const CodeChange* change = block < stage.changes.size() ? &stage.changes[block] : nullptr;
    if (change != nullptr && !change->is_empty()) ++changes_[block];
    record.look.code = changes_[block];
    JsonList json('{');
    json.add("k", std::to_string(block));
    json.add("e", json_edges(record.look.targets, &stage.texts.slots[block]));
    const Vector<String>& label = stage.texts.labels[block];
    if (label != last_.texts.labels[block]) {
      json.add("l", json_lines({label.begin() + std::min<size_t>(1, label.size()), label.end()}));
    }
    if (stage.tests[block] != last_.tests[block]) json.add("test", json_string(stage.tests[block]));
    if (stage.texts.contents[block] != last_.texts.contents[block]) {
      json.add("code", json_string(stage.texts.contents[block]));
    }
    if (change != nullptr && !change->is_empty()) add_change(json, *change);
    record.text = std::move(json).finish();
    return record;
  }

  static void add_change(JsonList& json, const CodeChange& change) {
    json.add("added", json_numbers(change.added));
    JsonList removed('[');
    for (const auto& [line, text] : change.removed) {
      removed.add("[" + std::to_string(line) + "," + json_string(text) + "]");
    }
    json.add("gone", std::move(removed).finish());
  }

  const LoweringStage& last_;
  std::vector<uint32_t> changes_;  ///< By block: how many passes have changed its code.
  PassWriter writer_;
};

/// A pass that did not run.
std::string idle_pass(const lower::Pass& pass, BlockId entry) {
  JsonList json('{');
  json.add("name", json_string(pass.name));
  json.add("entry", std::to_string(entry));
  json.add("summary", json_string(pass.summary));
  for (const char* list : {"changed", "removed", "blocks"}) json.add(list, "[]");
  return std::move(json).finish();
}

}  // namespace

std::string lowering_data(std::span<const LoweringStage> stages) {
  JsonList passes('[');
  if (stages.empty()) return std::move(passes).finish();
  StageWriter writer(stages.back());
  passes.add(writer.write(stages[0], kFirstPass, "The program as it was read"));
  for (const lower::Pass& pass : lower::passes()) {
    const auto stage = std::find_if(stages.begin() + 1, stages.end(),
                                    [&](const LoweringStage& other) { return other.pass == pass.name; });
    passes.add(stage == stages.end() ? idle_pass(pass, stages[0].graph.entry())
                                     : writer.write(*stage, pass.name, pass.summary));
  }
  return std::move(passes).finish();
}

}  // namespace trellis::tools
