#include "dxil_frontend/debug_info/debug_scopes.hpp"

#include <algorithm>

namespace trellis::dxil {
namespace {

// No source has longer chains. The limits also end cycles.
constexpr size_t kMostScopes = 1024, kMostInlinings = 1024;

/// Whether a node has an enclosing scope, or is a scope that is read here.
bool leads_to_scope(DebugNode node) {
  switch (node) {
    case DebugNode::kFunction:
    case DebugNode::kBlock:
    case DebugNode::kOtherScope:
    case DebugNode::kDerivedType:
    case DebugNode::kCompositeType:
      return true;
    default:
      return false;
  }
}

}  // namespace

uint32_t DebugScopes::add_function(MetadataItem source) {
  DebugScope scope;
  scope.is_function = true;
  scope.file = files_.find(source_.link(source, DebugLink::kFile));
  scope.line = static_cast<uint32_t>(source_.number(source, DebugNumber::kLine));
  scope.body_line = static_cast<uint32_t>(source_.number(source, DebugNumber::kBodyLine));
  scope.name = source_.text(source, DebugLink::kName);
  scope.linkage_name = source_.text(source, DebugLink::kLinkageName);
  scope.type = types_.find(source_.link(source, DebugLink::kType));
  if (scope.type != cfg::kNone && info_.types[scope.type].kind != DebugTypeKind::kFunction) {
    scope.type = cfg::kNone;
  }
  info_.scopes.push_back(std::move(scope));
  return static_cast<uint32_t>(info_.scopes.size() - 1);
}

uint32_t DebugScopes::add_block(MetadataItem source, uint32_t parent) {
  DebugScope scope;
  scope.parent = parent;
  scope.file = files_.find(source_.link(source, DebugLink::kFile));
  scope.line = static_cast<uint32_t>(source_.number(source, DebugNumber::kLine));
  scope.column = static_cast<uint32_t>(source_.number(source, DebugNumber::kColumn));
  info_.scopes.push_back(std::move(scope));
  return static_cast<uint32_t>(info_.scopes.size() - 1);
}

// Walks outwards to a function or a known scope, then adds the scopes in between from the outside in.
// Functions have no enclosing scope.
uint32_t DebugScopes::scope(MetadataItem node) {
  chain_.clear();
  uint32_t found = cfg::kNone;
  bool is_function = false;
  while (node != 0 && !is_function) {
    found = scopes_.find(node);
    if (found != cfg::kNone) break;
    if (chain_.size() == kMostScopes) {
      left_out_.add("scopes are nested too deeply");
      return cfg::kNone;
    }
    if (!leads_to_scope(source_.kind(node))) break;
    chain_.push_back(node);
    is_function = source_.is(node, DebugNode::kFunction);
    if (!is_function) node = source_.link(node, DebugLink::kScope);
  }
  if (found == cfg::kNone && !is_function) {
    left_out_.add("a scope is outside all functions");
    return cfg::kNone;
  }
  for (size_t n = chain_.size(); n-- > 0;) {
    const MetadataItem inner = chain_[n];
    const DebugNode kind = source_.kind(inner);
    // Other nodes only link scopes.
    if (kind != DebugNode::kFunction && kind != DebugNode::kBlock) continue;
    found = kind == DebugNode::kFunction ? add_function(inner) : add_block(inner, found);
    scopes_.insert(inner, found);
  }
  return found;
}

uint32_t DebugScopes::inlining(MetadataItem node) {
  Vector<MetadataItem> calls;
  uint32_t found = cfg::kNone;
  while (node != 0) {
    found = inlinings_.find(node);
    if (found != cfg::kNone) break;
    if (!source_.is(node, DebugNode::kLocation) || calls.size() == kMostInlinings) {
      left_out_.add("an inlined call has no valid location, or there are too many");
      return cfg::kNone;
    }
    calls.push_back(node);
    node = source_.link(node, DebugLink::kInlinedAt);
  }
  for (size_t n = calls.size(); n-- > 0;) {
    const DebugLocation location = source_.location(calls[n]);
    DebugInlining call;
    call.line = location.line;
    call.caller = found;
    call.scope = scope(location.scope);
    if (call.scope == cfg::kNone) return cfg::kNone;
    info_.inlinings.push_back(call);
    found = static_cast<uint32_t>(info_.inlinings.size() - 1);
    inlinings_.insert(calls[n], found);
  }
  return found;
}

DebugPlace DebugScopes::place(const DebugLocation& location) {
  if (location.scope == 0) return {};
  DebugPlace place;
  place.scope = scope(location.scope);
  if (place.scope == cfg::kNone || location.inlined_at == 0) return place;
  place.inlined_at = inlining(location.inlined_at);
  if (place.inlined_at == cfg::kNone) place.scope = cfg::kNone;
  return place;
}

uint32_t DebugScopes::place_number(const DebugLocation& location) {
  const auto [entry, is_new] = places_.try_emplace({location.scope, location.inlined_at}, cfg::kNone);
  if (!is_new) return entry->second;
  const DebugPlace found = place(location);
  if (found.scope == cfg::kNone) return cfg::kNone;
  entry->second = static_cast<uint32_t>(info_.places.size());
  info_.places.push_back(found);
  return entry->second;
}

}  // namespace trellis::dxil
