#include "tools/cfg/page/lanes_data.hpp"

#include <algorithm>
#include <utility>

#include "tools/cfg/lanes/lane_inputs.hpp"
#include "tools/cfg/lanes/run_lanes.hpp"
#include "tools/cfg/page/json_text.hpp"

namespace trellis::tools {
namespace {

template <class Names>
std::string json_names(const Names& names) {
  JsonList list('[');
  for (const std::string& name : names) list.add(json_string(name));
  return std::move(list).finish();
}

/// Returns {"t0":"StructuredBuffer Input",...}: the kinds of the resources, and their names if the program
/// has them.
template <class Names>
std::string json_resources(const Names& names, const dxil::Shader& shader) {
  JsonList list('{');
  for (const std::string& name : names) {
    const dxil::Resource* resource = find_resource(name, shader);
    if (resource == nullptr) continue;
    std::string text = dxil::name_of(resource->kind);
    if (!resource->name.empty()) text += " " + std::string(resource->name);
    list.add(name, json_string(text));
  }
  return std::move(list).finish();
}

uint32_t threads_of(const dxil::EntryPoint& entry) {
  const auto& size = entry.thread_group_size;
  return size ? (*size)[0] * (*size)[1] * (*size)[2] : 0;
}

}  // namespace

std::string lanes_data(const CfgInput& input, const structurizer::Structured& function) {
  if (input.shader == nullptr || input.entry_point >= input.shader->entry_points.size()) return "null";
  const dxil::EntryPoint& entry = input.shader->entry_points[input.entry_point];
  LanePlace place = input.lanes.place;
  const uint32_t threads = threads_of(entry);
  if (threads != 0) place.lanes = std::min(kLaneCount, threads - std::min(threads, place.first_thread));
  LaneMemory memory = memory_of(input.lanes, *input.shader);
  const LaneRun run = run_lanes({input.shader.get(), &entry, input.texts.function, &function}, place, memory);
  JsonList json('{');
  if (!run.error.empty()) {
    json.add("error", json_string(run.error));
    return std::move(json).finish();
  }
  JsonList slots('['), made_up('[');
  for (const std::vector<uint32_t>& lane : run.slots) slots.add(json_numbers(lane));
  for (const auto& [what, times] : run.made_up)
    made_up.add("[" + json_string(what) + "," + std::to_string(times) + "]");
  std::vector<std::string> given;
  for (const std::string& name : memory.used()) {
    if (memory.is_given(name)) given.push_back(name);
  }
  for (const auto& [name, lanes] : place.inputs) given.push_back(name);
  json.add("slots", std::move(slots).finish());
  json.add("stopped", std::to_string(run.stopped));
  json.add("madeUp", std::move(made_up).finish());
  json.add("guesses", json_numbers(run.guesses));
  json.add("given", json_names(given));
  json.add("generated", json_names(memory.generated()));
  json.add("resources", json_resources(memory.used(), *input.shader));
  json.add("group", json_numbers(place.group));
  json.add("firstThread", std::to_string(place.first_thread));
  json.add("threads", std::to_string(threads));
  return std::move(json).finish();
}

}  // namespace trellis::tools
