#include "dxil_frontend/debug_info/debug_files.hpp"

#include <algorithm>

namespace trellis::dxil {

namespace {

/// Returns the name of a file, with its folder unless the name is absolute.
String path_of(const DebugSource& source, MetadataItem file) {
  String name = source.text(file, DebugLink::kName);
  String path = source.text(file, DebugLink::kFolder);
  const bool is_absolute = name.starts_with('/') || name.starts_with('\\') || name.find(':') == 1;
  if (path.empty() || is_absolute) return name;
  if (path.back() != '/' && path.back() != '\\') path += '/';
  return path.append(name);
}

String with_slashes(String path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

}  // namespace

uint32_t DebugFiles::find(MetadataItem file) {
  if (!source_.is(file, DebugNode::kFile)) return kNone;
  const uint32_t known = numbers_.find(file);
  if (known != kNone) return known;
  String name = path_of(source_, file);
  Vector<SourceFile>& files = module_.source_files;
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const SourceFile& f) { return f.name == name; });
  const auto number = static_cast<uint32_t>(found - files.begin());
  if (found == files.end()) files.push_back({std::move(name), {}});
  numbers_.insert(file, number);
  return number;
}

uint32_t DebugFiles::find_of_scope(MetadataItem scope) {
  return find(source_.is(scope, DebugNode::kFile) ? scope : source_.link(scope, DebugLink::kFile));
}

void attach_source_texts(const DebugSource& source, Module& module) {
  constexpr std::string_view kContents = "dx.source.contents";
  const MetadataSource& plain = source.plain();
  const uint32_t size = plain.list_size(kContents);
  for (uint32_t n = 0; n < size; ++n) {
    const MetadataItem entry = plain.list_node(kContents, n);
    if (source.count(entry) < 2) continue;
    const String name = with_slashes(source.text(source.element(entry, 0)));
    for (SourceFile& file : module.source_files) {
      if (file.text.empty() && with_slashes(file.name) == name) {
        file.text = source.text(source.element(entry, 1));
      }
    }
  }
}

}  // namespace trellis::dxil
