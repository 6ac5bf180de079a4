#include "lower/vendor/vendor_intrinsics.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/resource_of_handle.hpp"
#include "lower/edit/function_copy.hpp"
#include "lower/vendor/intrinsics.hpp"
#include "lower/vendor/matrix.hpp"
#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {
namespace {

using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::VendorInterface;
using dxil::VendorUse;

/// What was found in one function. All functions are searched before any is written.
struct FunctionWork {
  uint32_t function = 0;
  Vector<Vector<uint32_t>> runs;
  LocalValues locals;
  FoundIntrinsics found;
};

/// Removes the handles of the buffer and the instructions that they are made from.
void drop_handles(const Function& function, const dxil::ResourceFinder& handles, const dxil::Resource* buffer,
                  FoundIntrinsics& found) {
  for (uint32_t n = 0; n < function.instructions.size(); ++n) {
    const Instruction& i = function.instructions[n];
    if (i.result == kNone) continue;
    const dxil::DxilOp* op = i.opcode == Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
    const bool makes_handle = op != nullptr && op->handle == dxil::HandleUse::kMakesHandle;
    const bool may_be_symbol = i.opcode == Opcode::kLoad || i.opcode == Opcode::kGep ||
                               i.opcode == Opcode::kBitcast || i.opcode == Opcode::kFreeze;
    if ((makes_handle || may_be_symbol) && handles.find(i.result).resource == buffer) {
      found.fates[n].kind = Fate::kGoes;
    }
  }
}

class VendorPass {
 public:
  VendorPass(dxil::Shader& shader, dxil::EntryPoint& entry, std::span<const VendorUse> uses,
             const VendorDevice& device)
      : shader_(shader), entry_(entry), uses_(uses) {
    additions_.device = device;
  }

  Result<void> run(Vector<String>* zero_warnings) {
    for (uint32_t f = 0; f < shader_.module.functions.size(); ++f) {
      if (shader_.module.functions[f].blocks.empty()) continue;
      TRELLIS_RETURN_IF_ERROR(find(f, zero_warnings));
    }
    for (FunctionWork& work : work_) {
      for (const uint32_t resource : work.found.wide_texels) {
        shader_.resources[resource].component_type = dxil::ComponentType::kU64;
        shader_.resources[resource].uses_64bit_atomics = true;
      }
    }
    for (FunctionWork& work : work_) {
      Function& function = shader_.module.functions[work.function];
      VendorWriter writer(shader_, entry_, function, work.locals, work.found, additions_);
      TRELLIS_RETURN_IF_ERROR(writer.run());
      function = writer.take();
    }
    for (VendorAdditions::Helper& helper : additions_.helpers) {
      shader_.module.functions.push_back(std::move(helper.function));
    }
    number_locals(shader_.module);
    if (additions_.uses_matrices) require_matrix_lanes(shader_.module, entry_);
    return {};
  }

 private:
  Result<void> find(uint32_t f, Vector<String>* zero_warnings) {
    const Function& function = shader_.module.functions[f];
    const dxil::ResourceFinder handles(shader_, function);
    Vector<Vector<uint32_t>> runs = instruction_runs(function);
    LocalValues locals(shader_.module, function, runs);
    FoundIntrinsics found;
    found.fates.resize(function.instructions.size());
    found.zero_warnings = zero_warnings;
    for (const VendorUse& use : uses_) {
      const dxil::Resource* buffer = &shader_.resources[use.resource];
      const FinderInput input{shader_, function, runs, locals, handles, buffer, found};
      TRELLIS_RETURN_IF_ERROR(use.which == VendorInterface::kAgs ? find_ags(input) : find_nvapi(input));
      drop_handles(function, handles, buffer, found);
    }
    if (found.any) work_.push_back({f, std::move(runs), std::move(locals), std::move(found)});
    return {};
  }

  dxil::Shader& shader_;
  dxil::EntryPoint& entry_;
  std::span<const VendorUse> uses_;
  Vector<FunctionWork> work_;
  VendorAdditions additions_;
};

Diagnostic refuse(const LoweredProgram& program, const VendorUse& use, const String& buffer) {
  Location where;
  where.function = program.entry_point().source_name;
  return unsupported(String(dxil::name_of(use.which)) + " intrinsics are refused (" + buffer +
                         (use.is_certain ? ")" : " looks like their buffer)"),
                     std::move(where));
}

}  // namespace

bool has_vendor_intrinsics(const LoweredProgram& program, const dxil::VendorSlots& slots) {
  return !dxil::find_vendor_uses(program.shader(), slots, program.reached()).empty();
}

Result<void> replace_vendor_intrinsics(LoweredProgram& program, VendorPolicy policy,
                                       const dxil::VendorSlots& slots, const VendorDevice& device) {
  Vector<VendorUse> uses;
  for (const VendorUse& use : dxil::find_vendor_uses(program.shader(), slots, program.reached())) {
    const dxil::Resource& resource = program.shader().resources[use.resource];
    const String buffer = dxil::describe_handle({resource.resource_class, &resource});
    if (policy == VendorPolicy::kRefuse) return refuse(program, use, buffer);
    if (use.is_certain) {
      uses.push_back(use);
    } else {
      program.warnings.push_back("entry point " + program.entry_point().name + " seems to use " +
                                 dxil::name_of(use.which) + " intrinsics through " + buffer +
                                 ": they are not translated, but the accesses they look like are");
    }
  }
  if (uses.empty()) return {};
  dxil::Shader& shader = program.edit();
  VendorPass pass(shader, program.edit_entry_point(), uses, device);
  TRELLIS_RETURN_IF_ERROR(pass.run(policy == VendorPolicy::kZero ? &program.warnings : nullptr));
  program.drop_unreached_functions();
  return {};
}

}  // namespace trellis::lower
