#include "dxil_frontend/container/read_parts.hpp"

#include <algorithm>
#include <utility>

#include "dxil_frontend/container/parts/information_parts.hpp"
#include "dxil_frontend/container/parts/pipeline_state_part.hpp"
#include "dxil_frontend/container/parts/rdat_part.hpp"
#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "dxil_frontend/container/parts/signature_part.hpp"
#include "support/containers.hpp"
#include "support/routed_memory.hpp"

namespace trellis::dxil {

namespace {

bool has_unnamed(const Vector<SignatureElement>& elements) {
  return std::any_of(elements.begin(), elements.end(),
                     [](const SignatureElement& element) { return element.semantic.empty(); });
}

// Whether a row belongs to an element: same stream and register, and the element's first column in its mask.
bool lies_at(const SignatureElement& element, const SignatureRow& row) {
  if (element.start_row < 0 || element.start_column < 0) return false;
  return row.stream == element.stream && row.register_index == static_cast<uint32_t>(element.start_row) &&
         (row.mask >> element.start_column & 1) != 0;
}

Result<void> name_elements(const Container& container, const char (&part_name)[5],
                           Vector<SignatureElement>& elements) {
  if (!has_unnamed(elements)) return {};
  Vector<SignatureRow> rows;
  if (const Part* part = container.find(fourcc(part_name))) {
    Result<Vector<SignatureRow>> parsed = parse_signature_part(part->data, part_name, part->offset);
    if (!parsed) return std::move(parsed.error());
    rows = std::move(*parsed);
  }
  for (SignatureElement& element : elements) {
    if (!element.semantic.empty()) continue;
    element.semantic = system_value_name(element.semantic_kind);
    for (const SignatureRow& row : rows) {
      if (element.semantic.empty() && lies_at(element, row)) element.semantic = String(row.semantic);
    }
  }
  return {};
}

Result<void> read_root_signature(const Part& part, Shader& shader) {
  Result<RootSignature> root_signature = parse_root_signature(part.data, part.offset);
  if (root_signature) {
    shader.root_signature = std::move(*root_signature);
    return {};
  }
  Diagnostic& why = root_signature.error();
  if (why.code != ErrorCode::kUnsupported) return std::move(why);
  why.message = "the root signature is ignored: " + why.message;
  shader.left_out.push_back(std::move(why));
  return {};
}

/// Changes the offsets of root signatures, which count from the container's start, to count from the file's
/// start.
void locate_in_file(const Container& container, LibraryData& data) {
  for (Subobject& subobject : data.subobjects) {
    auto* root = std::get_if<RootSignatureSubobject>(&subobject.value);
    if (root == nullptr || !root->file_offset) continue;
    if (container.file_offset) {
      *root->file_offset += *container.file_offset;
    } else {
      root->file_offset.reset();
    }
  }
}

}  // namespace

Result<void> read_parts(const Container& container, Shader& shader) {
  if (const Part* part = container.find(fourcc("SFI0"))) {
    Result<uint64_t> flags = parse_feature_flags(part->data, part->offset);
    if (!flags) return std::move(flags.error());
    shader.feature_flags = *flags;
  }
  if (const Part* part = container.find(fourcc("HASH"))) {
    Result<ShaderHash> hash = parse_shader_hash(part->data, part->offset);
    if (!hash) return std::move(hash.error());
    shader.hash = hash->digest;
  }
  if (const Part* part = container.find(fourcc("ILDN"))) {
    Result<String> name = parse_debug_name(part->data, part->offset);
    if (!name) return std::move(name.error());
    shader.debug_name = std::move(*name);
  }
  if (const Part* part = container.find(fourcc("RTS0"))) {
    TRELLIS_RETURN_IF_ERROR(read_root_signature(*part, shader));
  }
  if (const Part* part = container.find(fourcc("RDAT"))) {
    Result<LibraryData> data = parse_library_data(part->data, part->offset, shader.left_out);
    if (!data) return std::move(data.error());
    locate_in_file(container, *data);
    shader.library_data = make_routed_shared<const LibraryData>(std::move(*data));
  }
  for (EntryPoint& entry : shader.entry_points) {
    TRELLIS_RETURN_IF_ERROR(name_elements(container, "ISG1", entry.inputs));
    TRELLIS_RETURN_IF_ERROR(name_elements(container, "OSG1", entry.outputs));
    TRELLIS_RETURN_IF_ERROR(name_elements(container, "PSG1", entry.patch_constants));
  }
  return {};
}

}  // namespace trellis::dxil
