#include "tests/vulkan/cases/case_runner.hpp"

#include <algorithm>

#include "tests/support/buffers.hpp"
#include "tests/support/corpus.hpp"
#include "tests/vulkan/default_binding.hpp"
#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {
namespace {

using test_support::BufferKind;
using test_support::CaseHeader;
using test_support::Execution;
using test_support::ExpectedBuffer;
using test_support::RegisterClass;
using test_support::RegisterLine;

VkDescriptorType descriptor_type(const RegisterLine& line) {
  switch (line.kind) {
    case BufferKind::kConstant:
      return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case BufferKind::kRaw:
    case BufferKind::kStructured:
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case BufferKind::kTyped:
      break;
  }
  return line.register_class == RegisterClass::kUnorderedAccess ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                                                                : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
}

/// Returns the variable of a descriptor: the one at its binding, or an array that contains it. Arrays stay
/// inside the bindings of their register class; a runtime array ends where the next variable begins.
size_t find_variable(const std::vector<ResourceVariable>& variables, DescriptorPlace place) {
  size_t found = variables.size();
  for (size_t i = 0; i < variables.size(); ++i) {
    const ResourceVariable& variable = variables[i];
    if (variable.set != place.set || variable.binding > place.binding) continue;
    if (variable.binding / kBindingsPerClass != place.binding / kBindingsPerClass) continue;
    found = i;  // They are sorted: this is the last one that begins at or before the binding.
  }
  if (found == variables.size()) return found;
  const ResourceVariable& variable = variables[found];
  const bool reaches = variable.count == 0 || place.binding - variable.binding < variable.count;
  return reaches ? found : variables.size();
}

std::string describe_variable(const ResourceVariable& variable) {
  return descriptor_type_name(variable.type) + " at set " + std::to_string(variable.set) + " binding " +
         std::to_string(variable.binding);
}

Result<BoundResource> make_binding(const RegisterLine& line, const ResourceVariable& variable,
                                   DescriptorPlace place) {
  const VkDescriptorType type = descriptor_type(line);
  if (type != variable.type) {
    return internal_check(line.name() + " needs a " + descriptor_type_name(type) + ", the module has a " +
                          describe_variable(variable));
  }
  BoundResource binding;
  binding.set = variable.set;
  binding.binding = variable.binding;
  binding.element = place.binding - variable.binding;
  binding.type = type;
  if (line.kind == BufferKind::kTyped) {
    const auto format = format_from_name(line.format);
    if (!format) return bad_input(line.name() + " has the unknown format " + line.format);
    // A module that compares the bits of floats declares them as integers.
    const bool is_integer_view = variable.is_r32_uint && *format == VK_FORMAT_R32_SFLOAT;
    binding.buffer_format = is_integer_view ? VK_FORMAT_R32_UINT : *format;
  }
  binding.buffer = test_support::fill_buffer(line);
  return binding;
}

/// Returns the contents of a register after the run; the initial contents if the module does not use it.
std::vector<uint8_t> contents_after(const BindingPlan& plan, size_t line_index, const RegisterLine& line,
                                    const std::vector<std::vector<uint8_t>>& results) {
  const size_t binding = plan.of_register[line_index];
  return binding == BindingPlan::kUnused ? test_support::fill_buffer(line) : results[binding];
}

std::string compare_all(const CaseHeader& header, const BindingPlan& plan,
                        const std::vector<ExpectedBuffer>& expected,
                        const std::vector<std::vector<uint8_t>>& results) {
  std::string text;
  size_t compared = 0;
  for (size_t i = 0; i < header.registers.size(); ++i) {
    const RegisterLine& line = header.registers[i];
    const auto received = contents_after(plan, i, line, results);
    if (line.register_class != RegisterClass::kUnorderedAccess) {
      const auto difference =
          test_support::describe_difference(line.name(), test_support::fill_buffer(line), received);
      if (!difference.empty()) text += "a read-only buffer was written to: " + difference;
      continue;
    }
    const auto wanted = std::find_if(expected.begin(), expected.end(), [&](const ExpectedBuffer& buffer) {
      return buffer.name() == line.name();
    });
    if (wanted == expected.end()) {
      text += line.name() + ": there is no expected buffer\n";
      continue;
    }
    ++compared;
    text += test_support::describe_difference(line.name(), wanted->contents, received);
  }
  if (compared < expected.size()) text += "an expected buffer has no register line\n";
  return text;
}

/// Renumbers the sets of a module and its bindings to fit those of the device.
Result<void> fit_descriptor_sets(std::vector<uint32_t>& module, BindingPlan& plan, uint32_t max_sets) {
  const bool fits = std::all_of(plan.bindings.begin(), plan.bindings.end(),
                                [&](const BoundResource& binding) { return binding.set < max_sets; });
  if (fits) return {};
  const auto sets = gpu_compiler::compact_descriptor_sets(module);
  if (!sets) return sets.error();
  for (BoundResource& binding : plan.bindings) {
    const auto found = std::lower_bound(sets->begin(), sets->end(), binding.set);
    binding.set = static_cast<uint32_t>(found - sets->begin());
  }
  return {};
}

}  // namespace

Result<BindingPlan> plan_bindings(const CaseHeader& header, const ModuleInterface& interface) {
  BindingPlan plan;
  std::vector<bool> filled(interface.variables.size(), false);
  for (const RegisterLine& line : header.registers) {
    if (line.index >= kBindingsPerClass) return unsupported(line.name() + " has no default binding");
    const DescriptorPlace place = default_binding(line.register_class, line.index, line.space);
    const size_t found = find_variable(interface.variables, place);
    plan.of_register.push_back(BindingPlan::kUnused);
    if (found == interface.variables.size()) continue;
    auto binding = make_binding(line, interface.variables[found], place);
    if (!binding) return binding.error();
    filled[found] = true;
    plan.of_register.back() = plan.bindings.size();
    plan.bindings.push_back(std::move(*binding));
  }
  for (size_t i = 0; i < filled.size(); ++i) {
    const ResourceVariable& variable = interface.variables[i];
    if (filled[i]) continue;
    const bool is_counter = variable.binding >= kFirstCounterBinding &&
                            variable.binding < kFirstCounterBinding + kBindingsPerClass &&
                            variable.type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (!is_counter) return internal_check("no register fills the " + describe_variable(variable));
    BoundResource counter;
    counter.set = variable.set;
    counter.binding = variable.binding;
    counter.type = variable.type;
    counter.buffer.resize(4);
    for (; counter.element < std::max(variable.count, 1u); ++counter.element)
      plan.bindings.push_back(counter);
  }
  return plan;
}

CaseVerdict run_case(Runner& runner, const std::filesystem::path& hlsl, std::span<const uint32_t> words,
                     double seconds) {
  const auto header = test_support::read_case_header(hlsl);
  if (!header) return {false, header.error().to_string()};
  if (header->execution == Execution::kNo) return {false, "the case header does not say exec"};
  const auto expected = test_support::load_expected(hlsl, runner.properties().subgroup_size);
  if (!expected) return {false, expected.error().to_string()};
  const auto interface = gpu_compiler::read_module_interface(words);
  if (!interface) return {false, interface.error().to_string()};
  auto plan = plan_bindings(*header, *interface);
  if (!plan) return {false, plan.error().to_string()};
  Dispatch dispatch;
  dispatch.words.assign(words.begin(), words.end());
  if (auto moved = fit_descriptor_sets(dispatch.words, *plan, runner.properties().max_bound_sets); !moved) {
    return {false, moved.error().to_string()};
  }
  dispatch.entry = header->entry;
  dispatch.resources = plan->bindings;
  dispatch.groups = header->dispatch;
  dispatch.seconds = seconds;
  const auto results = runner.dispatch(dispatch);
  if (!results) return {false, results.error().to_string()};
  const std::string difference = compare_all(*header, *plan, *expected, *results);
  return {difference.empty(), difference};
}

}  // namespace trellis::vulkan
