#include "tests/lower/vendor/vendor_mutation.hpp"

#include <algorithm>
#include <filesystem>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::vendor_testing {
namespace {

using container_testing::Random;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;

/// Changes one function.
class Mutator {
 public:
  Mutator(Module& module, Function& function, Random& random)
      : module_(module), function_(function), random_(random) {}

  void change() {
    const uint32_t n = pick();
    if (n == kNone) return;
    switch (random_.below(6)) {
      case 0:
        return remove(n);
      case 1:
        return swap_with_next(n);
      case 2:
        return repeat(n);
      case 3:
        return change_operand(n);
      default:
        return change_constant(n);
    }
  }

 private:
  static bool may_be_step(const Instruction& i) {
    return i.is(Op::kAtomicCompareExchange) || i.is(Op::kBufferUpdateCounter) || i.is(Op::kBufferStore) ||
           i.is(Op::kRawBufferStore) || i.is(Op::kBufferLoad) || i.is(Op::kRawBufferLoad) ||
           i.is(Op::kTextureStore) || i.is(Op::kTraceRay) || i.opcode == Opcode::kStore ||
           i.opcode == Opcode::kLoad || i.opcode == Opcode::kAtomicRmw || i.opcode == Opcode::kGep;
  }

  /// Returns a random instruction that may be part of an intrinsic, or kNone if there is none.
  uint32_t pick() {
    Vector<uint32_t> steps;
    for (uint32_t n = 0; n < function_.instructions.size(); ++n) {
      if (may_be_step(function_.instructions[n])) steps.push_back(n);
    }
    return steps.empty() ? kNone : steps[random_.below(steps.size())];
  }

  dxil::BlockId block_of(uint32_t n) const {
    for (dxil::BlockId b = 0; b < function_.blocks.size(); ++b) {
      const dxil::BasicBlock& block = function_.blocks[b];
      if (n - block.first_instruction < block.instruction_count) return b;
    }
    return 0;
  }

  ValueId constant_of(dxil::TypeId type) {
    Vector<ValueId> found;
    for (ValueId v = 0; v < module_.values.size(); ++v) {
      const dxil::Constant* constant = module_.constant(v);
      const bool is_scalar = constant != nullptr && constant->kind != dxil::ConstantKind::kAddress;
      if (is_scalar && module_.values[v].type == type) found.push_back(v);
    }
    return found.empty() ? kNone : found[random_.below(found.size())];
  }

  void resize_block(dxil::BlockId changed, int by) {
    const uint32_t begin = function_.blocks[changed].first_instruction;
    function_.blocks[changed].instruction_count += static_cast<uint32_t>(by);
    for (dxil::BlockId b = 0; b < function_.blocks.size(); ++b) {
      if (function_.blocks[b].first_instruction > begin) {
        function_.blocks[b].first_instruction += static_cast<uint32_t>(by);
      }
    }
  }

  void remove(uint32_t n) {
    const Instruction& i = function_.instructions[n];
    if (i.result != kNone) {
      const ValueId other = constant_of(i.type);
      if (other == kNone) return;
      std::replace(function_.operands.begin(), function_.operands.end(), i.result, other);
    }
    const dxil::BlockId block = block_of(n);
    function_.instructions.erase(function_.instructions.begin() + n);
    if (!function_.positions.empty()) function_.positions.erase(function_.positions.begin() + n);
    resize_block(block, -1);
  }

  void swap_with_next(uint32_t n) {
    const dxil::BasicBlock& block = function_.blocks[block_of(n)];
    if (n + 2 >= block.first_instruction + block.instruction_count) return;
    Instruction &a = function_.instructions[n], &b = function_.instructions[n + 1];
    const auto operands = function_.operands_of(b);
    if (a.result != kNone && std::find(operands.begin(), operands.end(), a.result) != operands.end()) return;
    std::swap(a, b);
  }

  void repeat(uint32_t n) {
    Instruction copy = function_.instructions[n];
    const dxil::BlockId block = block_of(n);
    if (copy.result != kNone) {
      copy.result = function_.first_local + static_cast<ValueId>(function_.local_types.size());
      function_.local_types.push_back(copy.type);
    }
    function_.instructions.insert(function_.instructions.begin() + n + 1, copy);
    if (!function_.positions.empty()) {
      function_.positions.insert(function_.positions.begin() + n + 1, dxil::SourcePosition());
    }
    resize_block(block, 1);
  }

  /// Replaces an operand by another value of its type: a constant, or a value computed earlier in the block.
  void change_operand(uint32_t n) {
    const Instruction& i = function_.instructions[n];
    if (i.operand_count == 0) return;
    ValueId& operand = function_.operands[i.first_operand + random_.below(i.operand_count)];
    const dxil::TypeId type = module_.type_of(function_, operand);
    if (module_.types[type].kind != dxil::TypeKind::kInt &&
        module_.types[type].kind != dxil::TypeKind::kFloat)
      return;
    Vector<ValueId> others;
    for (uint32_t k = function_.blocks[block_of(n)].first_instruction; k < n; ++k) {
      const Instruction& before = function_.instructions[k];
      if (before.result != kNone && before.type == type) others.push_back(before.result);
    }
    if (const ValueId constant = constant_of(type); constant != kNone) others.push_back(constant);
    if (!others.empty()) operand = others[random_.below(others.size())];
  }

  /// Changes a constant that the instruction uses, for all its users.
  void change_constant(uint32_t n) {
    Vector<uint32_t> constants;
    for (const ValueId operand : function_.operands_of(function_.instructions[n])) {
      const dxil::Constant* constant = module_.constant(operand);
      const bool is_word = constant != nullptr && constant->kind == dxil::ConstantKind::kScalar &&
                           module_.types[module_.values[operand].type].bits == 32;
      if (is_word) constants.push_back(module_.values[operand].index);
    }
    if (constants.empty()) return;
    uint64_t& bits = module_.constants[constants[random_.below(constants.size())]].bits;
    if (random_.below(2) == 0) {
      bits ^= uint64_t{1} << random_.below(32);
    } else {
      bits = (bits & ~uint64_t{0xFF}) | random_.below(0x80);
    }
  }

  Module& module_;
  Function& function_;
  Random& random_;
};

std::string outcome_of(const Diagnostic& why) {
  return why.code == ErrorCode::kBadInput ? "bad input" : "unsupported";
}

}  // namespace

/// Gives the options a device with every extension, and matrices.
static void use_newest_device(TranslateOptions& options) {
  options.device.memory_model = spirv::MemoryModel::kVulkan;
  options.device.matrices = {7, 8, 8, 8};
  options.device.subgroups = {8, 32, 0};
  options.device.hit_objects = spirv::HitObjects::kNv;
  options.device.extensions.emplace();
  for (const char* name : spirv::extension_names()) {
    const auto extension = *spirv::extension_from_name(name);
    const bool is_newer_than_the_validator =
        extension == spirv::Extension::kLongVector || extension == spirv::Extension::kOpacityMicromapKhr;
    if (!is_newer_than_the_validator) options.device.extensions->add(extension);
  }
}

std::vector<VendorSample> vendor_samples() {
  std::vector<std::filesystem::path> files;
  for (const char* name : {"nv_make_hit", "nv_make_hit_6_9", "nv_make_hit_Od"}) {
    files.push_back(test_support::corpus_root().parent_path() / "tests/api/data" /
                    (std::string(name) + ".dxil"));
  }
  for (const auto& file : std::filesystem::directory_iterator(test_support::corpus_root() / "vendor")) {
    if (file.path().extension() == ".dxil") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<VendorSample> samples;
  for (const std::filesystem::path& file : files) {
    const auto bytes = test_support::read_binary_file(file);
    if (!bytes) return {};
    auto program = Translator().read(*bytes, {});
    if (!program) return {};
    VendorSample sample{file.stem(), std::move(*program), {}};
    sample.options.all_entries = sample.program.shader.kind == dxil::ShaderKind::kLibrary;
    sample.options.device.hit_objects = spirv::HitObjects::kTriangles;
    if (sample.name.starts_with("nv_")) sample.options.vendor_slots.nvapi = {7, 3};
    samples.push_back(std::move(sample));
  }
  return samples;
}

Program mutate(const Program& program, uint64_t seed) {
  Random random(seed);
  Program changed = program;
  Module& module = changed.shader.module;
  for (uint64_t count = 1 + random.below(4); count > 0; --count) {
    Function& function = module.functions[random.below(module.functions.size())];
    if (!function.blocks.empty()) Mutator(module, function, random).change();
  }
  return changed;
}

MutationReport run_mutations(const std::vector<VendorSample>& samples, uint64_t first_seed,
                             std::size_t count) {
  MutationReport report;
  Translator translator;
  for (std::size_t n = 0; n < count; ++n) {
    const VendorSample& sample = samples[n % samples.size()];
    const Program program = mutate(sample.program, first_seed + n);
    TranslateOptions options = sample.options;
    options.validate = true;
    if ((first_seed + n) % 2 == 0) options.vendor = VendorPolicy::kZero;
    if ((first_seed + n) / 2 % 2 == 0) use_newest_device(options);
    const auto translation = translator.translate(program, options);
    if (translation) {
      ++report.outcomes["translated"];
    } else if (translation.error().code == ErrorCode::kInternalCheck) {
      report.failures.push_back(sample.name + ", seed " + std::to_string(first_seed + n) + ": " +
                                std::string(translation.error().to_string()));
    } else {
      ++report.outcomes[outcome_of(translation.error())];
    }
  }
  return report;
}

}  // namespace trellis::vendor_testing
