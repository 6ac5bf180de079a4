#include "tests/vulkan/modules/test_modules.hpp"

namespace trellis::vulkan {

std::string module_text(const ModuleText& parts) {
  std::string text = "OpCapability Shader\n" + parts.capabilities +
                     "OpMemoryModel Logical GLSL450\n"
                     "OpEntryPoint GLCompute %main \"main\" %gid_in " +
                     parts.interface + "\nOpExecutionMode %main LocalSize " + parts.local_size +
                     "\nOpDecorate %gid_in BuiltIn GlobalInvocationId\n"
                     "OpDecorate %words ArrayStride 4\n"
                     "OpDecorate %raw Block\n"
                     "OpMemberDecorate %raw 0 Offset 0\n" +
                     parts.decorations +
                     "%void = OpTypeVoid\n%bool = OpTypeBool\n"
                     "%uint = OpTypeInt 32 0\n%int = OpTypeInt 32 1\n%float = OpTypeFloat 32\n"
                     "%v3uint = OpTypeVector %uint 3\n%v4uint = OpTypeVector %uint 4\n"
                     "%v4float = OpTypeVector %float 4\n";
  for (int i = 0; i < 10; ++i) {
    const std::string digit = std::to_string(i);
    text += "%c" + digit + " = OpConstant %uint " + digit + "\n";
  }
  text +=
      "%words = OpTypeRuntimeArray %uint\n%raw = OpTypeStruct %words\n"
      "%p_raw = OpTypePointer StorageBuffer %raw\n%p_word = OpTypePointer StorageBuffer %uint\n"
      "%p_gid = OpTypePointer Input %v3uint\n%gid_in = OpVariable %p_gid Input\n";
  text += parts.declarations;
  text +=
      "%signature = OpTypeFunction %void\n%main = OpFunction %void None %signature\n%entry = OpLabel\n"
      "%gid = OpLoad %v3uint %gid_in\n%i = OpCompositeExtract %uint %gid 0\n";
  text += parts.body;
  text += "OpReturn\nOpFunctionEnd\n";
  return text;
}

std::string at(const std::string& name, uint32_t set, uint32_t binding) {
  return "OpDecorate " + name + " DescriptorSet " + std::to_string(set) + "\nOpDecorate " + name +
         " Binding " + std::to_string(binding) + "\n";
}

std::string copy_module() {
  ModuleText parts;
  parts.interface = "%src %dst";
  parts.decorations = at("%src", 0, 1000) + at("%dst", 0, 2000) + "OpDecorate %src NonWritable\n";
  parts.declarations = "%src = OpVariable %p_raw StorageBuffer\n%dst = OpVariable %p_raw StorageBuffer\n";
  parts.body = R"(
%from = OpAccessChain %p_word %src %c0 %i
%value = OpLoad %uint %from
%tripled = OpIMul %uint %value %c3
%result = OpIAdd %uint %tripled %c1
%to = OpAccessChain %p_word %dst %c0 %i
OpStore %to %result
)";
  return module_text(parts);
}

std::string transpose_module() {
  ModuleText parts;
  parts.capabilities = "OpCapability SampledBuffer\nOpCapability ImageBuffer\n";
  parts.interface = "%src %dst %tile %group_in %local_in";
  parts.local_size = "16 16 1";
  parts.decorations =
      at("%src", 0, 1000) + at("%dst", 0, 2000) +
      "OpDecorate %group_in BuiltIn WorkgroupId\nOpDecorate %local_in BuiltIn LocalInvocationId\n";
  parts.declarations = R"(
%c16 = OpConstant %uint 16
%c17 = OpConstant %uint 17
%c32 = OpConstant %uint 32
%c264 = OpConstant %uint 264
%c1000 = OpConstant %uint 1000
%sampled = OpTypeImage %uint Buffer 2 0 0 1 R32ui
%storage = OpTypeImage %uint Buffer 2 0 0 2 R32ui
%p_sampled = OpTypePointer UniformConstant %sampled
%p_storage = OpTypePointer UniformConstant %storage
%src = OpVariable %p_sampled UniformConstant
%dst = OpVariable %p_storage UniformConstant
%row = OpTypeArray %uint %c17
%grid = OpTypeArray %row %c16
%p_grid = OpTypePointer Workgroup %grid
%p_cell = OpTypePointer Workgroup %uint
%tile = OpVariable %p_grid Workgroup
%group_in = OpVariable %p_gid Input
%local_in = OpVariable %p_gid Input
)";
  parts.body = R"(
%group = OpLoad %v3uint %group_in
%local = OpLoad %v3uint %local_in
%group_x = OpCompositeExtract %uint %group 0
%group_y = OpCompositeExtract %uint %group 1
%x = OpCompositeExtract %uint %local 0
%y = OpCompositeExtract %uint %local 1
%j = OpCompositeExtract %uint %gid 1
%in_row = OpIMul %uint %j %c32
%in_index = OpIAdd %uint %in_row %i
%src_image = OpLoad %sampled %src
%texel = OpImageFetch %v4uint %src_image %in_index
%value = OpCompositeExtract %uint %texel 0
%cell = OpAccessChain %p_cell %tile %y %x
OpStore %cell %value
%is_first = OpIEqual %bool %x %c0
OpSelectionMerge %joined None
OpBranchConditional %is_first %first %joined
%first = OpLabel
%padding = OpIMul %uint %y %c1000
%pad = OpAccessChain %p_cell %tile %y %c16
OpStore %pad %padding
OpBranch %joined
%joined = OpLabel
OpControlBarrier %c2 %c2 %c264
%out_x_base = OpIMul %uint %group_y %c16
%out_x = OpIAdd %uint %out_x_base %x
%out_y_base = OpIMul %uint %group_x %c16
%out_y = OpIAdd %uint %out_y_base %y
%out_row = OpIMul %uint %out_y %c32
%out_index = OpIAdd %uint %out_row %out_x
%turned = OpAccessChain %p_cell %tile %x %y
%turned_value = OpLoad %uint %turned
%offset = OpAccessChain %p_cell %tile %y %c16
%offset_value = OpLoad %uint %offset
%sum = OpIAdd %uint %turned_value %offset_value
%out_texel = OpCompositeConstruct %v4uint %sum %sum %sum %sum
%dst_image = OpLoad %storage %dst
OpImageWrite %dst_image %out_index %out_texel
)";
  return module_text(parts);
}

std::string fallthrough_module() {
  ModuleText parts;
  parts.interface = "%src %dst";
  parts.decorations = at("%src", 0, 1000) + at("%dst", 0, 2000);
  parts.declarations = "%src = OpVariable %p_raw StorageBuffer\n%dst = OpVariable %p_raw StorageBuffer\n";
  const auto constant = [&parts](const std::string& value) {
    parts.declarations += "%k" + value + " = OpConstant %uint " + value + "\n";
    return "%k" + value;
  };
  parts.body =
      "%at = OpAccessChain %p_word %src %c0 %i\n%v = OpLoad %uint %at\n%acc = OpShiftRightLogical %uint %v "
      "%c8\n"
      "%selector = OpBitwiseAnd %uint %v %c7\nOpSelectionMerge %done None\n"
      "OpSwitch %selector %done 7 %case7 6 %case6 5 %case5 4 %case4 3 %case3 2 %case2 1 %case1 0 %case0\n";
  // A case that is entered in the middle of the chain starts with the value before the switch.
  const auto open = [](const std::string& number, const std::string& previous) {
    std::string text = "%case" + number + " = OpLabel\n";
    if (previous.empty()) return text + "%in" + number + " = OpCopyObject %uint %acc\n";
    return text + "%in" + number + " = OpPhi %uint %acc %entry %out" + previous + " %case" + previous + "\n";
  };
  // Computes acc * factor + Src.Load((acc & mask) * 4).
  const auto load = [&](const std::string& n, const std::string& factor, const std::string& mask) {
    return "%scaled" + n + " = OpIMul %uint %in" + n + " " + constant(factor) + "\n%index" + n +
           " = OpBitwiseAnd %uint %in" + n + " " + constant(mask) + "\n%at" + n +
           " = OpAccessChain %p_word %src %c0 %index" + n + "\n%word" + n + " = OpLoad %uint %at" + n +
           "\n%out" + n + " = OpIAdd %uint %scaled" + n + " %word" + n + "\n";
  };
  parts.body += open("7", "") + load("7", "31", "1023") + "OpBranch %case6\n";
  parts.body += open("6", "7") + "%out6 = OpBitwiseXor %uint %in6 " + constant("102") + "\nOpBranch %case5\n";
  parts.body += open("5", "6") + load("5", "29", "511") + "OpBranch %case4\n";
  parts.body +=
      open("4", "5") +
      "%high4 = OpShiftRightLogical %uint %in4 %c7\n%out4 = OpIAdd %uint %in4 %high4\nOpBranch %case3\n";
  parts.body += open("3", "4") + load("3", "23", "255") + "OpBranch %case2\n";
  parts.body +=
      open("2", "3") + "%out2 = OpBitwiseXor %uint %in2 " + constant("572662306") + "\nOpBranch %case1\n";
  parts.body += open("1", "2") + load("1", "19", "127") + "OpBranch %case0\n";
  parts.body += open("0", "1") + "%out0 = OpIAdd %uint %in0 " + constant("10") + "\nOpBranch %done\n";
  parts.body +=
      "%done = OpLabel\n%final = OpPhi %uint %acc %entry %out0 %case0\n"
      "%to = OpAccessChain %p_word %dst %c0 %i\nOpStore %to %final\n";
  return module_text(parts);
}

}  // namespace trellis::vulkan
