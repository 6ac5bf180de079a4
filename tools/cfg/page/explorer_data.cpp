#include "tools/cfg/page/explorer_data.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "api/pictures/structured_texts.hpp"
#include "structurizer/structurize.hpp"
#include "tools/cfg/cfg_report.hpp"
#include "tools/cfg/page/block_keys.hpp"
#include "tools/cfg/page/construct_steps.hpp"
#include "tools/cfg/page/edge_walks.hpp"
#include "tools/cfg/page/inserted_divergence.hpp"
#include "tools/cfg/page/json_text.hpp"
#include "tools/cfg/page/lanes_data.hpp"
#include "tools/cfg/page/lowering_data.hpp"
#include "tools/cfg/page/pass_writer.hpp"
#include "tools/cfg/page/spirv_blocks.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Block;
using structurizer::Role;
using structurizer::Structured;

/// A page holds edge walks of at most this many blocks in total.
constexpr size_t kMaxWalkBlocks = 200'000;
/// The pass "constructs" is shown in at most this many steps.
constexpr size_t kMaxConstructSteps = 32;

/// Returns 2 if only some lanes of a wave may run the block, 1 if only some waves of a group may, else 0.
uint32_t stripe_of(uniformity::Scopes scopes) {
  if ((scopes & bit(uniformity::Scope::kSubgroup)) != 0) return 2;
  return (scopes & bit(uniformity::Scope::kGroup)) != 0 ? 1 : 0;
}

cfg::Graph graph_of(const Structured& function) {
  const auto count = static_cast<uint32_t>(function.blocks.size());
  const BlockId entry = function.order.empty() ? 0 : function.order.front();
  return cfg::Graph(collect_rows<BlockId>(count,
                                          [&](const auto& add) {
                                            for (BlockId id = 0; id < count; ++id) {
                                              for (const BlockId to : function.successors_of(id)) add(id, to);
                                            }
                                          }),
                    entry);
}

class Recorder final : public structurizer::PassObserver {
 public:
  Recorder(const CfgInput& input, const BlockTexts& texts)
      : input_(input), texts_(texts), keys_(input.flow.graph.block_count()) {}

  void after_graph_pass(std::string_view pass, const cfg::Graph& graph) override {
    keys_.note_graph(graph.block_count());
    find_stripes(graph, [&](BlockId block) { return block < texts_.labels.size() ? block : kNone; });
    std::map<uint32_t, Record> records;
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      const bool is_ours = block >= texts_.labels.size();
      const auto successors = graph.successors(block);
      // The graph has room for blocks that the pass did not need.
      if (is_ours && successors.empty()) continue;
      Record record;
      record.look.targets.assign(successors.begin(), successors.end());
      const auto* slots = block < texts_.slots.size() ? &texts_.slots[block] : nullptr;
      JsonList json('{');
      json.add("k", std::to_string(block));
      if (is_ours)
        json.add("r",
                 std::to_string(static_cast<int>(successors.size() > 1 ? Role::kDispatch : Role::kHeader)));
      json.add("e", json_edges(record.look.targets, slots));
      if (is_ours) add_stripe(json, block);
      record.text = std::move(json).finish();
      if (is_ours) names_[block] = (successors.size() > 1 ? "dispatch." : "header.") + std::to_string(block);
      records[block] = std::move(record);
    }
    passes_.add(writer_.write(pass, graph.entry(), std::move(records)));
    graph_ = graph;
  }

  void after_pass(std::string_view pass, const Structured& function) override {
    const StructuredTexts words(function, texts_);
    const std::vector<std::string> names = structured_names(function, input_.names);
    const std::vector<uint32_t>& keys = keys_.find(function);
    last_keys_ = keys;
    find_stripes(graph_of(function), [&](BlockId id) {
      const Block& block = function.blocks[id];
      return block.role == Role::kPayload && keys[id] == block.payload ? block.payload : kNone;
    });
    if (pass == "constructs") write_steps(function, keys, words);
    std::map<uint32_t, Record> records;
    for (const BlockId id : function.order) {
      records[keys[id]] = record_of(function, id, keys, words);
      const Block& block = function.blocks[id];
      if (block.role != Role::kPayload) names_[keys[id]] = names[id];
      if (block.role == Role::kPayload && keys[id] != block.payload) names_[keys[id]] = names[id] + ".copy";
    }
    passes_.add(writer_.write(pass, entry_of(function, keys), std::move(records)));
  }

  /// Call each of these once.
  std::string take_passes() { return std::move(passes_).finish(); }
  std::string take_steps() { return std::move(steps_).finish(); }
  /// The keys after the last pass, indexed by block.
  const std::vector<uint32_t>& last_keys() const { return last_keys_; }
  /// Returns the names of the inserted blocks by key, from the last pass that has each block. Blocks of the
  /// result are named first, so that they get the names without suffixes.
  std::map<uint32_t, std::string> names() const {
    std::set<std::string> taken(input_.names.begin(), input_.names.end());
    std::map<uint32_t, std::string> result;
    for (const bool is_last : {true, false}) {
      for (const auto& [key, name] : names_) {
        if (writer_.has(key) != is_last) continue;
        std::string unique = name;
        while (!taken.insert(unique).second) unique += '_';
        result[key] = std::move(unique);
      }
    }
    return result;
  }

 private:
  Record record_of(const Structured& function, BlockId id, const std::vector<uint32_t>& keys,
                   const StructuredTexts& words) const {
    const Block& block = function.blocks[id];
    Record record;
    Look& look = record.look;
    for (const BlockId target : function.successors_of(id)) look.targets.push_back(keys[target]);
    if (block.merge_block != kNone) look.merge = keys[block.merge_block];
    if (block.continue_block != kNone) look.continues = keys[block.continue_block];
    look.phis = block.phi_count;
    for (const structurizer::NewPhi& phi : function.phis_of(id)) look.bools += phi.is_bool ? 1 : 0;

    JsonList json('{');
    json.add("k", std::to_string(keys[id]));
    if (block.role != Role::kPayload) json.add("r", std::to_string(static_cast<int>(block.role)));
    if (block.role == Role::kPayload && keys[id] != block.payload)
      json.add("o", std::to_string(block.payload));
    const Vector<String> own_slots = words.slots_of(block);
    if (block.role != Role::kPayload || keys[id] != block.payload) add_stripe(json, id);
    const bool is_programs = block.exit == structurizer::Exit::kPayload;
    json.add("e", json_edges(look.targets, is_programs ? &texts_.slots[block.payload] : &own_slots));
    if (look.merge != kNone) json.add("m", std::to_string(look.merge));
    if (block.merge == structurizer::MergeKind::kLoop && look.continues != kNone) {
      json.add("c", std::to_string(look.continues));
    }
    Vector<String> lines;
    const bool tests = block.exit == structurizer::Exit::kIf || block.exit == structurizer::Exit::kSwitch;
    if (tests) lines.push_back(words.test_text(block));
    if (block.exit == structurizer::Exit::kUnreachable) lines.push_back("(unreachable)");
    for (String& line : words.selector_lines(id)) lines.push_back(std::move(line));
    if (!lines.empty()) json.add("l", json_lines(lines));
    if (const String phis = words.phi_text(id); !phis.empty()) json.add("p", json_string(phis));
    record.text = std::move(json).finish();
    return record;
  }

  /// Sets stripes_ for the graph of a pass. `program_block` returns the program block that a block is, or
  /// kNone.
  template <class ProgramBlock>
  void find_stripes(const cfg::Graph& graph, ProgramBlock program_block) {
    stripes_.assign(graph.block_count(), 0);
    if (texts_.divergence.empty()) return;
    std::vector<BlockId> program_blocks;
    for (BlockId block = 0; block < graph.block_count(); ++block)
      program_blocks.push_back(program_block(block));
    const auto scopes = divergence_of_blocks(graph, program_blocks, texts_);
    std::transform(scopes.begin(), scopes.end(), stripes_.begin(), stripe_of);
  }

  void add_stripe(JsonList& json, BlockId block) const {
    if (stripes_[block] != 0) json.add("d", std::to_string(stripes_[block]));
  }

  static uint32_t entry_of(const Structured& function, const std::vector<uint32_t>& keys) {
    return function.order.empty() ? kNone : keys[function.order.front()];
  }

  /// Writes the steps of the pass "constructs" between the graph before it and its result. Each is a pass
  /// with the headers of the constructs that it adds.
  void write_steps(const Structured& function, const std::vector<uint32_t>& keys,
                   const StructuredTexts& words) {
    PassWriter writer = writer_;
    size_t number = 0;
    for (const ConstructStep& step :
         construct_steps(function, input_.flow.graph, graph_, kMaxConstructSteps)) {
      std::map<uint32_t, Record> records;
      for (const ConstructStep::Shown& shown : step.blocks) {
        records[keys[shown.block]] = shown.is_whole ? record_of(function, shown.block, keys, words)
                                                    : unfinished_record_of(function, shown, keys);
      }
      std::vector<uint32_t> headers;
      for (const BlockId header : step.headers) headers.push_back(keys[header]);
      steps_.add(writer.write("constructs." + std::to_string(++number), entry_of(function, keys),
                              std::move(records), {{"headers", json_numbers(headers)}}));
    }
  }

  Record unfinished_record_of(const Structured& function, const ConstructStep::Shown& shown,
                              const std::vector<uint32_t>& keys) const {
    const Block& block = function.blocks[shown.block];
    Record record;
    Look& look = record.look;
    for (const BlockId target : shown.targets) look.targets.push_back(keys[target]);
    if (shown.declares && block.merge_block != kNone) look.merge = keys[block.merge_block];
    if (shown.declares && block.merge == structurizer::MergeKind::kLoop)
      look.continues = keys[block.continue_block];
    JsonList json('{');
    json.add("k", std::to_string(keys[shown.block]));
    // A merge block becomes a ladder when the construct is built that it opens.
    const Role role = block.role == Role::kLadder && !shown.declares ? Role::kMerge : block.role;
    const bool is_programs = role == Role::kPayload;
    if (!is_programs) {
      json.add("r", std::to_string(static_cast<int>(role)));
      add_stripe(json, shown.block);
    }
    json.add("e", json_edges(look.targets, is_programs ? &texts_.slots[block.payload] : nullptr));
    if (look.merge != kNone) json.add("m", std::to_string(look.merge));
    if (look.continues != kNone) json.add("c", std::to_string(look.continues));
    record.text = std::move(json).finish();
    return record;
  }

  const CfgInput& input_;
  const BlockTexts& texts_;
  BlockKeys keys_;
  cfg::Graph graph_;  ///< After the last pass over the graph.
  std::vector<uint32_t> last_keys_;
  std::vector<uint32_t> stripes_;  ///< By block of the last pass: see stripe_of().
  PassWriter writer_;
  std::map<uint32_t, std::string> names_;
  JsonList passes_{'['}, steps_{'['};
};

/// Writes the files that blocks come from, or all files that have a text.
std::string json_files(const CfgInput& input) {
  JsonList files('[');
  if (input.shader != nullptr) {
    for (const dxil::SourceFile& file : input.shader->module.source_files) {
      JsonList json('{');
      json.add("name", json_string(file.name));
      json.add("text", json_string(file.text));
      files.add(std::move(json).finish());
    }
  }
  return std::move(files).finish();
}

/// Returns "[[file,line],...]": the source positions of a program block.
std::string json_positions(const dxil::Function& function, BlockId block) {
  std::set<std::pair<uint32_t, uint32_t>> positions;
  for (const dxil::Instruction& instruction : function.instructions_of(block)) {
    const dxil::SourcePosition position = function.position_of(instruction);
    if (position.line != 0) positions.emplace(position.file, position.line);
  }
  JsonList list('[');
  for (const auto& [file, line] : positions) {
    const uint32_t numbers[] = {file, line};
    list.add(json_numbers(numbers));
  }
  return std::move(list).finish();
}

std::string json_program(const CfgInput& input, const BlockTexts& texts) {
  JsonList blocks('[');
  for (BlockId block = 0; block < input.flow.graph.block_count(); ++block) {
    JsonList json('{');
    json.add("name", json_string(input.names[block]));
    const Vector<String>& label = texts.labels[block];
    json.add("lines", json_lines({label.begin() + std::min<size_t>(1, label.size()), label.end()}));
    if (texts.function != nullptr) {
      json.add("code", json_string(texts.contents[block]));
      json.add("source", json_positions(*texts.function, block));
      const std::string test = test_of(*texts.module, *texts.function, block);
      if (!test.empty()) json.add("test", json_string(test));
    }
    if (block < texts.divergence.size()) {
      const uint32_t stripe = stripe_of(texts.divergence[block]);
      if (stripe != 0) json.add("divergence", std::to_string(stripe));
    }
    if (input.flow.has_flag(block, structurizer::kConvergent)) json.add("convergent", "1");
    blocks.add(std::move(json).finish());
  }
  return std::move(blocks).finish();
}

std::string json_checks(const Verdict& verdict, const std::vector<uint32_t>& keys) {
  JsonList checks('[');
  for (const Verdict::Check& check : verdict.checks) {
    JsonList json('{');
    json.add("name", json_string(check.name));
    json.add("ok", check.ok ? "true" : "false");
    json.add("text", json_string(check.text));
    if (check.block < keys.size() && keys[check.block] != kNone)
      json.add("block", std::to_string(keys[check.block]));
    if (check.edge_from != kNone) {
      const uint32_t edge[] = {check.edge_from, check.edge_slot};
      json.add("edge", json_numbers(edge));
    }
    checks.add(std::move(json).finish());
  }
  return std::move(checks).finish();
}

std::string json_losses(const Verdict& verdict) {
  JsonList losses('[');
  for (const structurizer::ConvergenceLoss& loss : verdict.losses) {
    JsonList json('{');
    json.add("branch", std::to_string(loss.branch));
    json.add("operation", std::to_string(loss.operation));
    json.add("meets", std::to_string(loss.reconvergence));
    json.add("iteration", loss.ends_iteration ? "true" : "false");
    json.add("maximal", loss.grade == structurizer::Grade::kMaximal ? "true" : "false");
    losses.add(std::move(json).finish());
  }
  return std::move(losses).finish();
}

/// Returns "[[from,slot,[keys]],...]".
std::string json_walks(const Structured& function, const std::vector<uint32_t>& keys) {
  JsonList walks('[');
  for (const EdgeWalk& walk : walk_edges(function, kMaxWalkBlocks)) {
    if (walk.blocks.empty()) continue;
    std::vector<uint32_t> blocks;
    for (const BlockId block : walk.blocks) blocks.push_back(keys[block]);
    walks.add("[" + std::to_string(walk.from) + "," + std::to_string(walk.slot) + "," + json_numbers(blocks) +
              "]");
  }
  return std::move(walks).finish();
}

std::string json_spirv(const CfgInput& input, const Structured& function, const std::vector<uint32_t>& keys) {
  JsonList texts('{');
  if (!input.spirv.empty()) {
    const std::vector<std::string> by_block = spirv_of_blocks(input.spirv, function);
    for (BlockId block = 0; block < by_block.size(); ++block) {
      if (!by_block[block].empty()) texts.add(std::to_string(keys[block]), json_string(by_block[block]));
    }
  }
  return std::move(texts).finish();
}

std::string json_order(const Structured& function, const std::vector<uint32_t>& keys) {
  std::vector<uint32_t> order;
  for (const BlockId block : function.order) order.push_back(keys[block]);
  return json_numbers(order);
}

/// Program blocks have the same names as elsewhere: "block4", not "block 4" as in pictures.
BlockTexts with_names(const CfgInput& input) {
  BlockTexts texts = input.texts;
  for (BlockId block = 0; block < texts.labels.size(); ++block) {
    if (!texts.labels[block].empty()) texts.labels[block].front() = input.names[block];
  }
  return texts;
}

}  // namespace

std::string explorer_data(const CfgInput& input) {
  const BlockTexts texts = with_names(input);
  Recorder recorder(input, texts);
  structurizer::Options options;
  options.observer = &recorder;
  const Structured function = structurizer::structurize(input.flow, options);
  const Verdict verdict = check_all(input.flow, function);
  const std::vector<uint32_t>& keys = recorder.last_keys();

  JsonList json('{');
  json.add("version", "1");
  json.add("title", json_string(input.title));
  json.add("shader", input.shader != nullptr ? "true" : "false");
  json.add("files", json_files(input));
  json.add("program", json_program(input, texts));
  JsonList names('{');
  for (const auto& [key, name] : recorder.names()) names.add(std::to_string(key), json_string(name));
  json.add("names", std::move(names).finish());
  json.add("order", json_order(function, keys));
  json.add("walks", json_walks(function, keys));
  json.add("checks", json_checks(verdict, keys));
  json.add("losses", json_losses(verdict));
  json.add("spirv", json_spirv(input, function, keys));
  // Of a result that is wrong, paths need not end.
  json.add("lanes", verdict.sound ? lanes_data(input, function) : "null");
  json.add("lowering", lowering_data(input.lowering));
  json.add("steps", recorder.take_steps());
  json.add("passes", recorder.take_passes());
  return std::move(json).finish();
}

}  // namespace trellis::tools
