#include "spirv_backend/module/module_builder.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/module/volatile_builtins.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;

// The number that Khronos registers as "unknown tool"; Trellis has no number of its own.
constexpr uint32_t kGenerator = 0;

uint32_t version_of(Target target) {
  switch (target) {
    case Target::kVulkan1_1:
      return kSpirv13;
    case Target::kVulkan1_2:
      return kSpirv15;
    case Target::kVulkan1_1Spirv1_4:
      return kSpirv14;
    case Target::kVulkan1_3:
    case Target::kVulkan1_4:
      return kSpirv16;
  }
  return kSpirv16;
}

uint32_t hash_of(Op opcode, std::span<const uint32_t> operands) {
  uint64_t hash = 0x9E3779B97F4A7C15u ^ (to_word(opcode) * 0xFF51AFD7ED558CCDu);
  for (uint32_t word : operands) {
    hash = (hash ^ word) * 0xC2B2AE3D27D4EB4Fu;
    hash ^= hash >> 29;
  }
  return static_cast<uint32_t>(hash >> 32);
}

void append_string(Words& words, std::string_view text) {
  // There is always a terminator; the last word is padded with zeros. An embedded NUL would end the literal.
  text = text.substr(0, text.find('\0'));
  const size_t count = text.size() / 4 + 1;
  uint32_t* const first = words.extend(count);
  std::fill_n(first, count, 0);
  for (size_t i = 0; i < text.size(); ++i) {
    first[i / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[i])) << (i % 4 * 8);
  }
}

/// Returns the greatest size in bytes of a string that fits in an instruction after `fixed_words` words; the
/// length of an instruction has 16 bits.
constexpr size_t most_text(size_t fixed_words) { return (0xFFFF - fixed_words) * 4 - 1; }

/// Returns the longest prefix of at most `limit` bytes that ends at a character boundary.
std::string_view whole_characters(std::string_view text, size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

/// Appends an instruction that ends in a string, which is truncated if it does not fit.
void append_with_string(Words& words, Op opcode, std::span<const uint32_t> fixed, std::string_view text) {
  const size_t first = words.size();
  words.push_back(0);
  words.append(fixed);
  append_string(words, whole_characters(text, most_text(1 + fixed.size())));
  words[first] = static_cast<uint32_t>((words.size() - first) << 16) | to_word(opcode);
}

/// Returns true for capabilities that Vulkan grants without any feature.
bool is_everywhere(spv::Capability capability) {
  switch (capability) {
    case spv::Capability::Matrix:
    case spv::Capability::Shader:
    case spv::Capability::InputAttachment:
    case spv::Capability::Sampled1D:
    case spv::Capability::Image1D:
    case spv::Capability::SampledBuffer:
    case spv::Capability::ImageBuffer:
    case spv::Capability::ImageQuery:
    case spv::Capability::DerivativeControl:
      return true;
    default:
      return false;
  }
}

bool contains_string(const Words& section, std::string_view text) {
  Words wanted;
  append_string(wanted, text);
  for (size_t at = 0; at < section.size(); at += section[at] >> 16) {
    const size_t length = (section[at] >> 16) - 1;
    if (length == wanted.size() && std::equal(wanted.begin(), wanted.end(), section.data() + at + 1)) {
      return true;
    }
  }
  return false;
}

}  // namespace

void append_list(Words& words, Op opcode, std::span<const uint32_t> fixed, std::span<const uint32_t> list) {
  words.push_back(static_cast<uint32_t>((1 + fixed.size() + list.size()) << 16) | to_word(opcode));
  words.append(fixed);
  words.append(list);
}

ModuleBuilder::ModuleBuilder(Target target) : target_(target), version_(version_of(target)) {
  slots_.resize(256);
  globals_.reserve(1024);
  functions_.reserve(4096);
  annotations_.reserve(256);
  capability(spv::Capability::Shader);
}

void ModuleBuilder::capability(spv::Capability capability) {
  if (declares(capability)) return;
  capability_list_.push_back(capability);
  if (!missing_.is_any && !allows(capability)) missing_ = {{}, to_word(capability), true};
}

bool ModuleBuilder::declares(spv::Capability capability) const {
  return std::find(capability_list_.begin(), capability_list_.end(), capability) != capability_list_.end();
}

bool ModuleBuilder::allows(Extension extension) const {
  if (device_ == nullptr || !device_->extensions) return true;
  return device_->extensions->has(extension) || is_promised(extension, version_);
}

bool ModuleBuilder::allows(spv::Capability capability) const {
  if (device_ == nullptr || !device_->capabilities || is_everywhere(capability)) return true;
  const Vector<uint32_t>& known = *device_->capabilities;
  return std::find(known.begin(), known.end(), to_word(capability)) != known.end();
}

void ModuleBuilder::extension(std::string_view name, uint32_t core_since) {
  if (device_ != nullptr && device_->extensions && !missing_.is_any) {
    const std::optional<Extension> known = extension_from_name(name);
    if (!known || !allows(*known)) missing_ = {String(name), 0, true};
  }
  if (core_since != 0 && version_ >= core_since) return;
  if (!contains_string(extensions_, name)) append_with_string(extensions_, Op::OpExtension, {}, name);
}

Id ModuleBuilder::import(std::string_view name) {
  const Id id = new_id();
  append_with_string(imports_, Op::OpExtInstImport, {&id, 1}, name);
  return id;
}

Id ModuleBuilder::glsl_std_450() {
  if (glsl_ == 0) glsl_ = import("GLSL.std.450");
  return glsl_;
}

Id ModuleBuilder::global_instruction(Id set, uint32_t number, std::span<const Id> operands) {
  const Id result_type = type_void(), id = new_id();
  const uint32_t fixed[] = {result_type, id, set, number};
  append_list(globals_, Op::OpExtInst, fixed, operands);
  return id;
}

bool ModuleBuilder::matches(const Slot& slot, Op opcode, bool has_type,
                            std::span<const uint32_t> operands) const {
  const uint32_t* words = globals_.data() + slot.offset;
  if (words[0] != (static_cast<uint32_t>((operands.size() + 2) << 16) | to_word(opcode))) return false;
  if (has_type) {
    return words[1] == operands[0] && equal_words(operands.subspan(1), words + 3);
  }
  return equal_words(operands, words + 2);
}

Id ModuleBuilder::insert(uint32_t hash, Op opcode, bool has_type, std::span<const uint32_t> operands) {
  if (slot_count_ * 2 >= slots_.size()) grow();
  const Id id = new_id();
  const auto offset = static_cast<uint32_t>(globals_.size());
  globals_.push_back(static_cast<uint32_t>((operands.size() + 2) << 16) | to_word(opcode));
  if (has_type) {
    globals_.push_back(operands[0]);
    operands = operands.subspan(1);
  }
  globals_.push_back(id);
  globals_.append(operands);
  size_t at = hash & (slots_.size() - 1);
  while (slots_[at].id != 0) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = {hash, offset, id};
  ++slot_count_;
  return id;
}

Id ModuleBuilder::unique(Op opcode, bool has_type, std::span<const uint32_t> operands) {
  const uint32_t hash = hash_of(opcode, operands);
  for (size_t at = hash & (slots_.size() - 1); slots_[at].id != 0; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].hash == hash && matches(slots_[at], opcode, has_type, operands)) return slots_[at].id;
  }
  return insert(hash, opcode, has_type, operands);
}

void ModuleBuilder::grow() {
  Vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.id == 0) continue;
    size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].id != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

Id ModuleBuilder::type_void() { return unique(Op::OpTypeVoid, false, {}); }

Id ModuleBuilder::make_numeric(NumericType numeric) {
  if (numeric.count > 1) return type_vector(type(numeric.scalar()), numeric.count);
  const uint32_t bits = numeric.bits;
  switch (numeric.base) {
    case BaseType::kBool:
      return unique(Op::OpTypeBool, false, {});
    case BaseType::kInt: {
      if (bits == 8) capability(spv::Capability::Int8);
      if (bits == 16) capability(spv::Capability::Int16);
      if (bits == 64) capability(spv::Capability::Int64);
      const uint32_t operands[] = {bits, 0};
      return unique(Op::OpTypeInt, false, operands);
    }
    case BaseType::kFloat: {
      if (bits == 16) capability(spv::Capability::Float16);
      if (bits == 64) capability(spv::Capability::Float64);
      return unique(Op::OpTypeFloat, false, {&bits, 1});
    }
  }
  return 0;
}

Id ModuleBuilder::new_type(NumericType numeric) {
  if (numeric.count > 4) {
    extension("SPV_EXT_long_vector");
    capability(kCapabilityLongVectorEXT);
    return make_numeric(numeric);
  }
  const Id id = make_numeric(numeric);  // May declare other types.
  return numeric_id(numeric) = id;
}

Id ModuleBuilder::type_signed_int(uint32_t bits) {
  if (bits == 16) capability(spv::Capability::Int16);
  if (bits == 64) capability(spv::Capability::Int64);
  const uint32_t operands[] = {bits, 1};
  return unique(Op::OpTypeInt, false, operands);
}

Id ModuleBuilder::type_vector(Id element, uint32_t count) {
  const uint32_t operands[] = {element, count};
  return unique(Op::OpTypeVector, false, operands);
}

Id ModuleBuilder::type_array(Id element, uint32_t count, uint32_t stride) {
  const Id length = constant_u32(count);
  if (stride == 0) {
    const uint32_t operands[] = {element, length};
    return unique(Op::OpTypeArray, false, operands);
  }
  // Types that differ only in decorations need different ids. The stride would have to be part of the key
  // without being part of the instruction, so these few types are searched linearly.
  for (const Strided& known : strided_) {
    if (known.element == element && known.length == length && known.stride == stride) return known.id;
  }
  const Id id = new_id();
  append(globals_, Op::OpTypeArray, id, element, length);
  decorate(id, spv::Decoration::ArrayStride, stride);
  strided_.push_back({element, length, stride, id});
  return id;
}

Id ModuleBuilder::type_runtime_array(Id element, uint32_t stride) {
  if (stride == 0) return unique(Op::OpTypeRuntimeArray, false, {&element, 1});
  for (const Strided& known : strided_) {
    if (known.element == element && known.length == 0 && known.stride == stride) return known.id;
  }
  const Id id = new_id();
  append(globals_, Op::OpTypeRuntimeArray, id, element);
  decorate(id, spv::Decoration::ArrayStride, stride);
  strided_.push_back({element, 0, stride, id});
  return id;
}

Id ModuleBuilder::type_struct(std::span<const Id> members) {
  return unique(Op::OpTypeStruct, false, members);
}

Id ModuleBuilder::type_block(std::span<const Id> members) {
  const Id id = new_id();
  append_list(globals_, Op::OpTypeStruct, {&id, 1}, members);
  return id;
}

Id ModuleBuilder::type_pointer(spv::StorageClass storage, Id pointee) {
  const uint32_t operands[] = {to_word(storage), pointee};
  return unique(Op::OpTypePointer, false, operands);
}

Id ModuleBuilder::type_function(Id result, std::span<const Id> parameters) {
  Words operands{result};
  operands.append(parameters);
  return unique(Op::OpTypeFunction, false, operands);
}

Id ModuleBuilder::type_image(Id sampled_type, spv::Dim dim, uint32_t depth, bool arrayed, bool multisampled,
                             uint32_t sampled, spv::ImageFormat format) {
  const uint32_t operands[] = {sampled_type,           to_word(dim), depth,          arrayed ? 1u : 0u,
                               multisampled ? 1u : 0u, sampled,      to_word(format)};
  return unique(Op::OpTypeImage, false, operands);
}

Id ModuleBuilder::type_sampler() { return unique(Op::OpTypeSampler, false, {}); }

Id ModuleBuilder::type_matrix(uint32_t rows, uint32_t columns) {
  const uint32_t operands[] = {type(kF32.with_count(static_cast<uint8_t>(rows))), columns};
  return unique(Op::OpTypeMatrix, false, operands);
}

Id ModuleBuilder::type_acceleration_structure() {
  return unique(Op::OpTypeAccelerationStructureKHR, false, {});
}

void ModuleBuilder::execution_mode_id(spv::ExecutionMode mode, Id operand) {
  Words words;
  append(words, Op::OpExecutionModeId, entry_function_, mode, operand);
  if (std::search(execution_modes_.begin(), execution_modes_.end(), words.begin(), words.end()) ==
      execution_modes_.end()) {
    execution_modes_.append(words);
  }
}

Id ModuleBuilder::type_hit_object(spv::Op opcode) { return unique(opcode, false, {}); }

Id ModuleBuilder::type_cooperative_matrix(Id element, uint32_t rows, uint32_t columns, uint32_t use) {
  extension("SPV_KHR_cooperative_matrix");
  capability(kCapabilityCooperativeMatrixKHR);
  const uint32_t operands[] = {element, constant_u32(to_word(spv::Scope::Subgroup)), constant_u32(rows),
                               constant_u32(columns), constant_u32(use)};
  return unique(kOpTypeCooperativeMatrixKHR, false, operands);
}

Id ModuleBuilder::type_ray_query() { return unique(Op::OpTypeRayQueryKHR, false, {}); }

Id ModuleBuilder::type_sampled_image(Id image) { return unique(Op::OpTypeSampledImage, false, {&image, 1}); }

Id ModuleBuilder::type_untyped_pointer(spv::StorageClass storage) {
  const uint32_t operand = to_word(storage);
  return unique(kOpTypeUntypedPointerKHR, false, {&operand, 1});
}

Id ModuleBuilder::type_buffer_descriptor(spv::StorageClass storage) {
  const uint32_t operand = to_word(storage);
  return unique(kOpTypeBufferEXT, false, {&operand, 1});
}

Id ModuleBuilder::type_descriptor_array(Id descriptor, Id stride) {
  const Id id = new_id();
  append(globals_, Op::OpTypeRuntimeArray, id, descriptor);
  append(annotations_, Op::OpDecorateId, id, kArrayStrideIdEXT, stride);
  return id;
}

Id ModuleBuilder::constant(NumericType numeric, uint64_t bits) {
  const Id type_id = type(numeric);
  if (numeric.count > 1) {
    const Id element = constant(numeric.scalar(), bits);
    const Vector<Id> elements(numeric.count, element);
    return constant_composite(type_id, elements);
  }
  if (numeric.is_bool()) {
    return unique((bits & 1) != 0 ? Op::OpConstantTrue : Op::OpConstantFalse, true, {&type_id, 1});
  }
  // Narrow literals: the high bits of the word are zero for unsigned types and floats.
  if (numeric.bits < 32) bits &= (uint64_t{1} << numeric.bits) - 1;
  const uint32_t operands[] = {type_id, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
  return unique(Op::OpConstant, true, std::span(operands, numeric.bits == 64 ? 3 : 2));
}

Id ModuleBuilder::constant_i32(int32_t value) {
  const uint32_t operands[] = {type_signed_int(32), static_cast<uint32_t>(value)};
  return unique(Op::OpConstant, true, operands);
}

Id ModuleBuilder::spec_constant_u32(uint32_t value, uint32_t spec_id) {
  const Id type_id = type(kU32);
  const Id id = new_id();
  append(globals_, Op::OpSpecConstant, type_id, id, value);
  decorate(id, spv::Decoration::SpecId, spec_id);
  return id;
}

Id ModuleBuilder::constant_composite(Id type, std::span<const Id> elements) {
  Words operands{type};
  operands.append(elements);
  return unique(Op::OpConstantComposite, true, operands);
}

Id ModuleBuilder::constant_null(Id type) { return unique(Op::OpConstantNull, true, {&type, 1}); }

Id ModuleBuilder::constant_descriptor_size(Id descriptor) {
  const uint32_t operands[] = {type(kU32), descriptor};
  return unique(kOpConstantSizeOfEXT, true, operands);
}

Id ModuleBuilder::spec_constant_op(Op opcode, NumericType numeric, std::span<const Id> operands) {
  Words words{type(numeric), to_word(opcode)};
  words.append(operands);
  return unique(Op::OpSpecConstantOp, true, words);
}

Id ModuleBuilder::undef(Id type) { return unique(Op::OpUndef, true, {&type, 1}); }

Id ModuleBuilder::variable(spv::StorageClass storage, Id pointee, Id initializer) {
  const Id pointer = type_pointer(storage, pointee);
  const Id id = new_id();
  if (initializer != 0) {
    append(globals_, Op::OpVariable, pointer, id, storage, initializer);
  } else {
    append(globals_, Op::OpVariable, pointer, id, storage);
  }
  const bool is_interface = storage == spv::StorageClass::Input || storage == spv::StorageClass::Output;
  if (is_interface || version_ >= kSpirv14) interface_.push_back(id);
  return id;
}

Id ModuleBuilder::untyped_variable(spv::StorageClass storage) {
  const Id pointer = type_untyped_pointer(storage);
  const Id id = new_id();
  append(globals_, kOpUntypedVariableKHR, pointer, id, storage);
  if (version_ >= kSpirv14) interface_.push_back(id);
  return id;
}

Id ModuleBuilder::builtin_input(spv::BuiltIn builtin, NumericType numeric) {
  for (const BuiltinVariable& known : builtins_) {
    if (known.builtin == builtin) return known.id;
  }
  const Id id = variable(spv::StorageClass::Input, type(numeric));
  decorate(id, spv::Decoration::BuiltIn, builtin);
  if (model_ == spv::ExecutionModel::Fragment && numeric.is_int()) decorate(id, spv::Decoration::Flat);
  if (is_volatile_builtin(model_, builtin)) decorate(id, spv::Decoration::Volatile);
  builtins_.push_back({builtin, id});
  return id;
}

Id ModuleBuilder::string(std::string_view text) {
  const Id id = new_id();
  append_with_string(sources_, Op::OpString, {&id, 1}, text);
  return id;
}

void ModuleBuilder::source(spv::SourceLanguage language, uint32_t version, Id file, std::string_view text) {
  const uint32_t fixed[] = {to_word(language), version, file};
  text = text.substr(0, text.find('\0'));
  if (text.empty()) return append_list(sources_, Op::OpSource, fixed, {});
  std::string_view part = whole_characters(text, most_text(1 + std::size(fixed)));
  append_with_string(sources_, Op::OpSource, fixed, part);
  for (text.remove_prefix(part.size()); !text.empty() && !part.empty(); text.remove_prefix(part.size())) {
    part = whole_characters(text, most_text(1));
    append_with_string(sources_, Op::OpSourceContinued, {}, part);
  }
}

void ModuleBuilder::name(Id target, std::string_view name) {
  append_with_string(names_, Op::OpName, {&target, 1}, name);
}

void ModuleBuilder::name_member(Id target, uint32_t member, std::string_view name) {
  const uint32_t fixed[] = {target, member};
  append_with_string(names_, Op::OpMemberName, fixed, name);
}

void ModuleBuilder::entry_point(spv::ExecutionModel model, Id function, std::string_view name) {
  model_ = model;
  entry_function_ = function;
  entry_name_.clear();
  append_string(entry_name_, name);
}

Id& ModuleBuilder::shared_function(uint32_t key) {
  for (SharedFunction& known : shared_functions_) {
    if (known.key == key) return known.id;
  }
  return shared_functions_.emplace_back(SharedFunction{key, 0}).id;
}

Vector<uint32_t> ModuleBuilder::finish() const {
  Words head = {spv::MagicNumber, version_, kGenerator, next_id_, 0};
  for (spv::Capability capability : capability_list_) append(head, Op::OpCapability, capability);
  head.append(extensions_);
  head.append(imports_);
  const bool has_addresses = declares(spv::Capability::PhysicalStorageBufferAddresses);
  append(head, Op::OpMemoryModel,
         has_addresses ? spv::AddressingModel::PhysicalStorageBuffer64 : spv::AddressingModel::Logical,
         memory_model_);
  if (entry_function_ != 0) {
    head.push_back(static_cast<uint32_t>((3 + entry_name_.size() + interface_.size()) << 16) |
                   to_word(Op::OpEntryPoint));
    head.append({to_word(model_), entry_function_});
    head.append(entry_name_);
    head.append(interface_);
  }
  const Words* const sections[] = {&head,         &execution_modes_, &sources_,  &names_,
                                   &annotations_, &globals_,         &functions_};
  size_t size = 0;
  for (const Words* section : sections) size += section->size();
  Vector<uint32_t> module;
  module.reserve(size);
  for (const Words* section : sections) module.insert(module.end(), section->begin(), section->end());
  return module;
}

}  // namespace trellis::spirv
