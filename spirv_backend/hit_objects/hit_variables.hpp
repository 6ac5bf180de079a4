// The variables of hit objects with SPV_EXT_shader_invocation_reorder or NV's extension, and the functions
// that access them: one for each variable and operation, and one that selects among them by the object's
// number. Properties that SPIR-V leaves undefined are only read where they are defined; otherwise the
// functions return D3D's value.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/module/invocation_reorder.hpp"

namespace trellis::spirv {

/// Operations on an object other than getters.
enum class HitAction : uint8_t { kInvoke, kSetTableIndex, kReorder, kReorderWithHint, kGetAttributes };

class HitVariables {
 public:
  explicit HitVariables(ModuleContext& context);

  /// An object's constant number, or a value that holds it.
  struct Choice {
    bool is_known = false;
    uint32_t number = 0;
    Id value = 0;
  };

  /// Returns the chosen extension's opcode for an instruction of EXT; OpNop if it has none.
  spv::Op instruction(spv::Op of_ext) const { return reorder::instruction(extension_, of_ext); }
  bool is_nv() const { return extension_.is_nv; }
  /// Returns the variable of object `number`, which must not be 0.
  Id object(uint32_t number);
  /// Stores the ray flags of a newly created object if the extension does not keep them.
  void keep_ray_flags(CodeWriter& code, uint32_t number, Id flags);
  /// Returns the result of a getter.
  Id get(FunctionEmitter& e, const Choice& choice, spv::Op getter);
  /// Performs an action on an object. `variable`: the payload's or attributes' variable. `a` and `b`: an
  /// index, or a hint and its number of bits.
  void call(FunctionEmitter& e, const Choice& choice, HitAction action, Id variable, Id a, Id b = 0);

  /// Returns the variable of attributes with this number of words.
  Id attributes(uint32_t words);
  void store_attributes(CodeWriter& code, uint32_t count, std::span<const Id> words);
  Vector<Id> load_attributes(CodeWriter& code, uint32_t count);

  /// Returns the function that creates object `number` from a query's committed hit. Its parameters are the
  /// hit kind and the query's handle.
  Id record_function(uint32_t number, Id query, bool varies, uint32_t attribute_words);
  /// Returns the function that loads a word of a shader record, or returns 0 if there is none. Its parameters
  /// are address and offset.
  Id record_word_function();

 private:
  struct Known {
    uint32_t number = 0;  ///< kAnyNumber: the function that selects.
    spv::Op getter = spv::Op::OpNop;
    uint32_t action = 0;
    Id variable = 0, function = 0;
  };
  static constexpr uint32_t kAnyNumber = UINT32_MAX;

  Id result_type(spv::Op getter) const;
  /// Returns D3D's value for an object without a hit.
  Id without_hit(spv::Op getter) const;
  Id& known(uint32_t number, spv::Op getter, uint32_t action, Id variable);
  Id getter_function(uint32_t number, spv::Op getter);
  Id action_function(uint32_t number, HitAction action, Id variable);
  void write_action(FunctionWriter& f, uint32_t number, HitAction action, Id variable);
  Id choosing_function(Id result, std::span<const Id> parameters, Id otherwise, const Vector<Id>& functions,
                       HitAction action);
  Vector<uint32_t> numbers() const;
  Id is_set(uint32_t number);
  Id ray_flags(uint32_t number);

  ModuleContext& context_;
  ModuleBuilder& module_;
  const reorder::Extension& extension_;
  Vector<Id> objects_, is_set_, ray_flags_;  // Indexed by object number.
  Vector<Known> known_;
  struct Attributes {
    uint32_t words = 0;
    Id variable = 0;
  };
  Vector<Attributes> attributes_;
  Id record_word_ = 0;
};

HitVariables& hit_variables(ModuleContext& context);

}  // namespace trellis::spirv
