// The variables of hit objects of SPV_EXT_shader_invocation_reorder or NV's, and the functions that work on
// them: one for each variable and thing to do, and one that chooses among them by the number of the object.
// What SPIR-V leaves undefined of an object is asked only where it is defined; elsewhere D3D's value is
// given.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/module/invocation_reorder.hpp"

namespace trellis::spirv {

/// What is done to an object, beside asking it.
enum class HitAction : uint8_t { kInvoke, kSetTableIndex, kReorder, kReorderWithHint, kGetAttributes };

class HitVariables {
 public:
  explicit HitVariables(ModuleContext& context);

  /// An object's number, or a value that holds it.
  struct Choice {
    bool is_known = false;
    uint32_t number = 0;
    Id value = 0;
  };

  /// What an instruction of EXT is in the extension that was chosen; OpNop: it has none.
  spv::Op instruction(spv::Op of_ext) const { return reorder::instruction(extension_, of_ext); }
  bool is_nv() const { return extension_.is_nv; }
  /// The variable of object `number`, which is not 0.
  Id object(uint32_t number);
  /// The flags of the ray of an object that has just been made, if the extension does not keep them.
  void keep_ray_flags(CodeWriter& code, uint32_t number, Id flags);
  /// What an object says: the result of a getter.
  Id get(FunctionEmitter& e, const Choice& choice, spv::Op getter);
  /// Does something to an object. `variable`: of the payload or the attributes; `a` and `b`: index, or hint
  /// and its bits.
  void call(FunctionEmitter& e, const Choice& choice, HitAction action, Id variable, Id a, Id b = 0);

  /// The variable of attributes of so many words.
  Id attributes(uint32_t words);
  void store_attributes(CodeWriter& code, uint32_t count, std::span<const Id> words);
  Vector<Id> load_attributes(CodeWriter& code, uint32_t count);

  /// Makes object `number` of what a query has committed. Parameters: hit kind, the query's handle.
  Id record_function(uint32_t number, Id query, bool varies, uint32_t attribute_words);
  /// A word of a shader record; 0 if there is none. Parameters: address, offset.
  Id record_word_function();

 private:
  struct Known {
    uint32_t number = 0;  ///< kAnyNumber: chooses.
    spv::Op getter = spv::Op::OpNop;
    uint32_t action = 0;
    Id variable = 0, function = 0;
  };
  static constexpr uint32_t kAnyNumber = UINT32_MAX;

  Id result_type(spv::Op getter) const;
  /// What D3D gives for an object without a hit.
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
  Vector<Id> objects_, is_set_, ray_flags_;  // By number.
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
