#include "dxil_frontend/llvm_debug_info/debug_files.hpp"

#include <algorithm>

#include "dxil_frontend/llvm_debug_info/node_operands.hpp"
#include "dxil_frontend/llvm_reader/decode_debug_info.hpp"

namespace trellis::dxil {

uint32_t DebugFiles::find(const llvm::Metadata* file) {
  const auto* node = llvm::dyn_cast_or_null<llvm::DIFile>(file);
  if (node == nullptr) return kNone;
  const uint32_t known = numbers_.find(node);
  if (known != kNone) return known;
  const uint32_t number = find(path_of(*node));
  numbers_.insert(node, number);
  return number;
}

uint32_t DebugFiles::find(std::string_view name) {
  Vector<SourceFile>& files = module_.source_files;
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const SourceFile& f) { return f.name == name; });
  const auto number = static_cast<uint32_t>(found - files.begin());
  if (found == files.end()) files.push_back({String(name), {}});
  return number;
}

}  // namespace trellis::dxil
