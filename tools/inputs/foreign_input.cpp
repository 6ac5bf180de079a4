#include "tools/inputs/foreign_input.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace trellis::tools {
namespace {

using std::string_view_literals::operator""sv;

/// Only this many bytes of a text are examined.
constexpr size_t kMaxLookedAt = size_t{64} << 10;

/// The magic bytes of a binary format.
struct Signature {
  std::string_view start;
  const char* message;
};
constexpr const char* kSpirvMessage =
    "a SPIR-V module, which is what Trellis writes; to read it, use spirv-dis";
constexpr Signature kSignatures[] = {
    {"\x03\x02\x23\x07"sv, kSpirvMessage},
    {"\x07\x23\x02\x03"sv, kSpirvMessage},
    {"MTLB"sv, "a Metal library: translate the DXIL that it was made from"},
    {"MZ"sv, "a Windows executable: extract its shaders (DXIL containers) first"},
    {"\177ELF"sv, "an ELF file: extract its shaders (DXIL containers) first"},
    {"PK\x03\x04"sv, "a ZIP archive: unpack it first"},
    {"\x1F\x8B"sv, "a file compressed by gzip: decompress it first"},
    {"\x28\xB5\x2F\xFD"sv, "a file compressed by zstd: decompress it first"},
    {"!<arch>\n"sv, "an archive of object files: extract its shaders (DXIL containers) first"},
    {"\x89PNG"sv, "a PNG picture"},
    {"DDS "sv, "a DDS texture"},
};

/// A language and words that identify it: a text that contains one of them is in that language. Languages
/// with rarer words come first.
struct Language {
  std::string_view words[13];
  const char* message;
};
constexpr const char* kHlslMessage =
    "HLSL source: to compile it with dxc first (if installed), add -T ps_6_6 -E main";
constexpr Language kLanguages[] = {
    {{"; SPIR-V", "OpCapability ", "OpMemoryModel "},
     "SPIR-V assembly, which is what Trellis writes with --emit spvasm; to assemble it, use spirv-as"},
    {{"; ModuleID", "target datalayout", "target triple", "define void @", "!dx.version"},
     "LLVM assembly: translate the container that it was made from"},
    {{"#version ", "gl_Position", "gl_FragCoord", "gl_GlobalInvocationID"},
     "GLSL source: to compile it to SPIR-V, use glslang"},
    {{"@vertex", "@fragment", "@compute", "@workgroup_size", "@group("},
     "WGSL source: to compile it to SPIR-V, use naga or tint"},
    {{"metal_stdlib", "using namespace metal"}, "Metal source: translate the DXIL of the HLSL instead"},
    {{"[numthreads", "[shader(", "cbuffer ", ": SV_", ":SV_", "StructuredBuffer", "Texture2D", "SamplerState",
      "ByteAddressBuffer", "register(", "float4 main", "groupshared ", "[RootSignature("},
     kHlslMessage},
};

bool is_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char letter) {
    const unsigned char code = static_cast<unsigned char>(letter);
    return code >= 0x80 || std::isprint(code) != 0 || std::isspace(code) != 0;
  });
}

/// Narrows a UTF-16 text so that its ASCII parts can be searched. Returns any other text unchanged.
std::string narrowed(std::string_view bytes) {
  const bool is_little = bytes.starts_with("\xFF\xFE"), is_big = bytes.starts_with("\xFE\xFF");
  if (!is_little && !is_big) return std::string(bytes);
  std::string text;
  for (size_t at = 2; at + 1 < bytes.size(); at += 2) {
    const char low = bytes[is_little ? at : at + 1], high = bytes[is_little ? at + 1 : at];
    text += high == '\0' ? low : '\x80';
  }
  return text;
}

/// A Markdown page about shaders contains words of shaders, so only its form identifies it.
bool is_markdown(std::string_view text, const std::string& name) {
  return name.ends_with(".md") || text.find("\n## ") != text.npos || text.find("\n```") != text.npos;
}

const char* language_of(std::string_view text, const std::string& name) {
  if (is_markdown(text, name)) return "text in Markdown";
  for (const Language& language : kLanguages) {
    for (const std::string_view word : language.words) {
      if (!word.empty() && text.find(word) != std::string_view::npos) return language.message;
    }
  }
  for (const char* ending : {".hlsl", ".hlsli", ".fx"}) {
    if (name.ends_with(ending)) return kHlslMessage;
  }
  return "text: translate a shader compiled by dxc (dxc -Fo FILE)";
}

/// Returns true for Direct3D 9 bytecode: it begins with the version token of a vertex or pixel shader, minor
/// version first.
bool is_old_bytecode(std::string_view bytes) {
  return bytes.size() >= 4 && bytes[3] == '\xFF' && (bytes[2] == '\xFE' || bytes[2] == '\xFF') &&
         bytes[1] >= 1 && bytes[1] <= 3;
}

const char* kind_of(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) return "an empty file";
  for (const Signature& signature : kSignatures) {
    if (bytes.starts_with(signature.start)) return signature.message;
  }
  if (is_old_bytecode(bytes)) {
    return "bytecode of Direct3D 9: compile the shader for shader model 6, with dxc";
  }
  const std::string text = narrowed(bytes.substr(0, kMaxLookedAt));
  return is_text(text) ? language_of(text, name) : nullptr;
}

}  // namespace

std::string foreign_input(std::span<const uint8_t> input, const std::string& name) {
  const std::string_view bytes(reinterpret_cast<const char*>(input.data()), input.size());
  for (const std::string_view start :
       {"DXBC"sv, "BC\xC0\xDE"sv, "\xDE\xC0\x17\x0B"sv, "Microsoft C/C++ MSF"sv}) {
    if (bytes.starts_with(start) || (!bytes.empty() && start.starts_with(bytes))) return {};
  }
  const char* kind = kind_of(bytes, name);
  return kind == nullptr ? std::string() : std::string("not DXIL but ") + kind;
}

}  // namespace trellis::tools
