#include "tools/gpu_compiler/compiled_json.hpp"

#include <nlohmann/json.hpp>

namespace trellis::gpu_compiler {

nlohmann::ordered_json json_of(const CompiledModule& compiled) {
  nlohmann::ordered_json executables = nlohmann::ordered_json::array();
  for (const Executable& executable : compiled.executables) {
    nlohmann::ordered_json statistics = nlohmann::ordered_json::array();
    for (const Statistic& statistic : executable.statistics) {
      nlohmann::ordered_json one = {{"name", statistic.name}, {"value", statistic.count}};
      if (statistic.is_real) one["value"] = statistic.real;
      one["description"] = statistic.description;
      statistics.push_back(std::move(one));
    }
    executables.push_back({{"entryPoint", executable.entry},
                           {"name", executable.name},
                           {"subgroupSize", executable.lanes},
                           {"statistics", std::move(statistics)}});
  }
  return {{"executables", std::move(executables)}, {"messages", compiled.messages}};
}

bool read_json(const nlohmann::json& json, CompiledModule& compiled) {
  if (!json.is_object() || !json.contains("executables") || !json["executables"].is_array()) return false;
  compiled.messages = json.value("messages", std::string());
  for (const auto& from : json["executables"]) {
    Executable executable = {from.value("entryPoint", std::string()),
                             from.value("name", std::string()),
                             from.value("subgroupSize", 0u),
                             {}};
    for (const auto& one : from.value("statistics", nlohmann::json::array())) {
      Statistic statistic;
      statistic.name = one.value("name", std::string());
      statistic.description = one.value("description", std::string());
      const nlohmann::json& value = one.at("value");
      statistic.is_real = value.is_number_float();
      if (statistic.is_real) {
        statistic.real = value.get<double>();
      } else {
        statistic.count = value.get<uint64_t>();
      }
      executable.statistics.push_back(std::move(statistic));
    }
    compiled.executables.push_back(std::move(executable));
  }
  return true;
}

}  // namespace trellis::gpu_compiler
