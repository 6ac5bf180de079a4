// The functions with which rows name their C field and C++ member: C_FIELD(TrellisStageOptions, invert_y),
// member<&spirv::StageOptions::invert_y>().
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "option_table/row.hpp"
#include "trellis/trellis.h"

namespace trellis::option_table {

template <class>
inline constexpr bool kIsUnknown = false;

/// Returns the part of Asked whose type is `Part`.
template <class Part, class AnyAsked>
constexpr auto& part_of(AnyAsked& asked) {
  if constexpr (std::is_same_v<Part, ReadOptions>) {
    return asked.read;
  } else if constexpr (std::is_base_of_v<Part, TranslateOptions>) {
    return asked.translate;
  } else if constexpr (std::is_same_v<Part, PipelineLayoutOptions>) {
    return asked.layout;
  } else if constexpr (std::is_same_v<Part, spirv::DeviceOptions>) {
    return asked.translate.device;
  } else if constexpr (std::is_same_v<Part, spirv::SubgroupSizes>) {
    return asked.translate.device.subgroups;
  } else if constexpr (std::is_same_v<Part, spirv::FloatControls>) {
    return asked.translate.device.float_controls;
  } else if constexpr (std::is_same_v<Part, spirv::CooperativeMatrices>) {
    return asked.translate.device.matrices;
  } else if constexpr (std::is_same_v<Part, spirv::StageOptions>) {
    return asked.translate.stage;
  } else if constexpr (std::is_same_v<Part, spirv::StreamOutput>) {
    return asked.translate.stage.stream_output;
  } else if constexpr (std::is_same_v<Part, spirv::ViewOptions>) {
    return asked.translate.stage.views;
  } else if constexpr (std::is_same_v<Part, spirv::HeapOptions>) {
    return asked.translate.heaps;
  } else if constexpr (std::is_same_v<Part, spirv::Instrumentation>) {
    return asked.translate.instrumentation;
  } else if constexpr (std::is_same_v<Part, spirv::RootData>) {
    return asked.translate.root_data;
  } else {
    static_assert(kIsUnknown<Part>, "say where this struct is");
  }
}

template <class>
struct ClassOf;
template <class Type, class Class>
struct ClassOf<Type Class::*> {
  using type = Class;
};

/// Returns the member at the end of a path of pointers to members.
template <auto kFirst, auto... kRest>
constexpr auto& reach(auto& asked) {
  using Part = typename ClassOf<decltype(kFirst)>::type;
  return ((part_of<Part>(asked).*kFirst).*....*kRest);
}

template <class Type>
constexpr Kind kind_of() {
  if constexpr (std::is_same_v<Type, bool>) {
    return Kind::kSwitch;
  } else if constexpr (std::is_enum_v<Type>) {
    return Kind::kWord;
  } else if constexpr (std::is_same_v<Type, uint8_t> || std::is_same_v<Type, uint16_t>) {
    return Kind::kWordSet;
  } else if constexpr (std::is_same_v<Type, float>) {
    return Kind::kReal;
  } else {
    static_assert(std::is_same_v<Type, uint32_t> || std::is_same_v<Type, std::optional<uint32_t>>);
    return Kind::kNumber;
  }
}

/// An empty optional counts as 0.
template <class Type>
double to_number(const Type& member) {
  if constexpr (std::is_same_v<Type, std::optional<uint32_t>>) {
    return member.value_or(0);
  } else {
    return static_cast<double>(member);
  }
}

template <class Type>
void assign_number(Type& member, double value) {
  if constexpr (std::is_same_v<Type, bool>) {
    member = value != 0;
  } else if constexpr (std::is_same_v<Type, float>) {
    member = static_cast<float>(value);
  } else if constexpr (std::is_same_v<Type, std::optional<uint32_t>>) {
    member.reset();
    if (value != 0) member = static_cast<uint32_t>(value);
  } else {
    member = static_cast<Type>(static_cast<uint32_t>(value));
  }
}

/// The member at the end of the path. Usually the path is a single pointer to a member; the member's class
/// determines the part of Asked.
template <auto... kPath>
constexpr Member member() {
  using Type = std::remove_cvref_t<decltype(reach<kPath...>(std::declval<Asked&>()))>;
  return {kind_of<Type>(), [](const Asked& asked) { return to_number(reach<kPath...>(asked)); },
          [](Asked& asked, double value) { assign_number(reach<kPath...>(asked), value); }};
}

/// A switch whose member is a bool that is false when the option is on.
template <auto... kPath>
constexpr Member inverted() {
  return {Kind::kSwitch, [](const Asked& asked) { return reach<kPath...>(asked) ? 0.0 : 1.0; },
          [](Asked& asked, double value) { reach<kPath...>(asked) = value == 0; }};
}

template <class Struct>
constexpr CStruct c_struct() {
  if constexpr (std::is_same_v<Struct, TrellisReadOptions>) {
    return CStruct::kRead;
  } else if constexpr (std::is_same_v<Struct, TrellisTranslateOptions>) {
    return CStruct::kTranslate;
  } else if constexpr (std::is_same_v<Struct, TrellisDeviceOptions>) {
    return CStruct::kDevice;
  } else if constexpr (std::is_same_v<Struct, TrellisStageOptions>) {
    return CStruct::kStage;
  } else if constexpr (std::is_same_v<Struct, TrellisHeapOptions>) {
    return CStruct::kHeaps;
  } else if constexpr (std::is_same_v<Struct, TrellisViewOptions>) {
    return CStruct::kViews;
  } else if constexpr (std::is_same_v<Struct, TrellisInstrumentation>) {
    return CStruct::kInstrumentation;
  } else {
    static_assert(std::is_same_v<Struct, TrellisPipelineLayoutOptions>);
    return CStruct::kPipelineLayout;
  }
}

template <class Struct, class Type>
constexpr CField c_field(const char* name, size_t offset) {
  static_assert(std::is_same_v<Type, uint32_t> || std::is_same_v<Type, float>);
  return {c_struct<Struct>(), name, offset, std::is_same_v<Type, float>};
}

/// A macro, because the field's name is also needed as text.
#define C_FIELD(Struct, field) c_field<Struct, decltype(Struct::field)>(#field, offsetof(Struct, field))

}  // namespace trellis::option_table
