// Where payloads, attributes and callable parameters of ray stages lie.
//
// SPIR-V keeps each in a variable of a storage class of its own. All stages that a value passes between have
// to declare it alike, whatever each of them does with it: here it is an array of 32-bit words, and
// attributes of 8 bytes, which may be those of triangles, are a vector of two floats. What the program names
// is that variable itself where it can be; else an object beside it, and words are copied between the two.
#pragma once

#include "spirv_backend/plan/function_planner.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Ray generation, intersection, any hit, closest hit, miss and callable shaders.
bool is_ray_stage(dxil::ShaderKind stage);

/// D3D12_RAYTRACING_MAX_ATTRIBUTE_SIZE_IN_BYTES, and the least limit of Vulkan devices.
inline constexpr uint32_t kMaxAttributeBytes = 32;
/// What is copied word by word, in line. More is copied as one value, if both sides are arrays of as many
/// words.
inline constexpr uint32_t kMaxCopiedWords = 1024;
/// Whether an object is an array of exactly that many words.
bool is_array_of_words(const MemoryObject& object, uint32_t words);

/// The storage class of a parameter of a ray stage's entry point, and of what an operation hands on
/// (TraceRay, CallShader, ReportHit; Max for any other).
spv::StorageClass ray_parameter_storage(dxil::ShaderKind stage, uint32_t parameter);
spv::StorageClass handed_storage(dxil::Op op);
/// Which operand of such an operation points to what it hands on.
uint32_t handed_operand(dxil::Op op);

/// Whether the properties of a ray stage and the parameters of its function fit each other (kBadInput) and
/// the target (kUnsupported).
Result<void> check_ray_entry(const dxil::Module& module, const dxil::EntryPoint& entry, Target target);

/// Bytes of the entry point's parameter in one of the Incoming storage classes, or of its attributes.
uint32_t declared_bytes(const dxil::EntryPoint& entry, spv::StorageClass storage);

/// Bytes of what an operation hands on: of the struct that it is declared for, else of what `source` is. 0:
/// cannot be told.
uint64_t handed_bytes(const ModulePlan& plan, lower::LayoutTable& layouts,
                      const dxil::Instruction& instruction, const Reference& source);

/// Words of a variable for so many bytes; at least one.
uint32_t words_holding(uint64_t bytes);

/// The object that is a variable of the storage class, of that many words (any if 0); kNone if there is none.
uint32_t find_ray_object(const ModulePlan& plan, spv::StorageClass storage, uint32_t words);

/// Objects of the parameters of a ray stage's entry point.
Vector<uint32_t> ray_parameter_objects(PlanningContext& context, uint32_t function);

/// Before objects get their shapes: what may become a variable of a ray stage is to be made of words.
void prepare_ray_objects(PlanningContext& context);

/// After that: which objects are such variables, and the variables beside those that cannot be. kBadInput if
/// something is larger than what it was declared to be or than where it is taken from.
Result<void> place_ray_objects(PlanningContext& context);

}  // namespace trellis::spirv
