// The variables of payloads, attributes and callable parameters of ray stages.
//
// SPIR-V keeps each in a variable of its own storage class. All stages that a value passes between must
// declare it in the same way, however each of them uses it. Here it is an array of 32-bit words; attributes
// of 8 bytes, which may be those of triangles, are a vector of two floats. The program's object is this
// variable itself where possible. Otherwise it is a separate object, and words are copied between the two.
#pragma once

#include "spirv_backend/plan/function_planner.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Whether the stage is a ray generation, intersection, any-hit, closest-hit, miss or callable shader.
bool is_ray_stage(dxil::ShaderKind stage);

/// D3D12_RAYTRACING_MAX_ATTRIBUTE_SIZE_IN_BYTES, which is also the minimum that Vulkan devices support.
inline constexpr uint32_t kMaxAttributeBytes = 32;
/// Maximum number of words to copy one by one. Larger objects are copied as one value, if both sides are
/// arrays of that many words.
inline constexpr uint32_t kMaxCopiedWords = 1024;
/// Whether the object is an array of exactly that many words.
bool is_array_of_words(const MemoryObject& object, uint32_t words);

/// Return the storage class of a parameter of a ray stage's entry point, and of what an operation passes on
/// (TraceRay, CallShader, ReportHit and the like; Max for other operations).
spv::StorageClass ray_parameter_storage(dxil::ShaderKind stage, uint32_t parameter);
spv::StorageClass handed_storage(dxil::Op op);
/// Returns the index of the operand that points to what such an operation passes on.
uint32_t handed_operand(dxil::Op op);

/// Checks whether the properties of a ray stage and the parameters of its function fit each other (kBadInput)
/// and the target (kUnsupported).
Result<void> check_ray_entry(const dxil::Module& module, const dxil::EntryPoint& entry, Target target);

/// Returns the size in bytes of the entry point's payload or callable parameter, or of its attributes.
uint32_t declared_bytes(const dxil::EntryPoint& entry, spv::StorageClass storage);

/// Returns the size in bytes of what an operation passes on: the size of the struct that it is declared for,
/// or else of the object of `source`; 0 if it is unknown.
uint64_t handed_bytes(const ModulePlan& plan, lower::LayoutTable& layouts,
                      const dxil::Instruction& instruction, const Reference& source);

/// Returns the number of words of a variable for that many bytes; at least one.
uint32_t words_holding(uint64_t bytes);

/// Returns the object of that storage class and number of words (any if 0); kNone if there is none.
uint32_t find_ray_object(const ModulePlan& plan, spv::StorageClass storage, uint32_t words);

/// Creates the objects of the parameters of a ray stage's entry point.
Vector<uint32_t> ray_parameter_objects(PlanningContext& context, uint32_t function);

/// Runs before objects get their shapes. Makes objects that may become variables of a ray stage consist of
/// words.
void prepare_ray_objects(PlanningContext& context);

/// Runs after objects got their shapes. Chooses the objects that become such variables, and adds variables
/// for the others. Errors: kBadInput if an object is smaller than what is read from it or declared for it.
Result<void> place_ray_objects(PlanningContext& context);

}  // namespace trellis::spirv
