#include "dxil_frontend/llvm_debug_info/debug_scopes.hpp"

#include <algorithm>

#include "dxil_frontend/llvm_debug_info/node_operands.hpp"

namespace trellis::dxil {
namespace {

// Longer chains than any source has: a circle ends here.
constexpr size_t kMostScopes = 1024, kMostInlinings = 1024;

/// Whether a node is a scope of ours, not only on the way to one.
bool is_scope(const llvm::Metadata& node) {
  return llvm::isa<llvm::DISubprogram>(node) || llvm::isa<llvm::DILexicalBlock>(node);
}

}  // namespace

uint32_t DebugScopes::add_function(const llvm::Metadata& node) {
  const auto& source = llvm::cast<llvm::DISubprogram>(node);
  DebugScope scope;
  scope.is_function = true;
  scope.file = files_.find(operand_of(source, scope_operand::kFile));
  scope.line = source.getLine();
  scope.body_line = source.getScopeLine();
  scope.name = text_at(source, scope_operand::kName);
  scope.linkage_name = text_at(source, scope_operand::kLinkageName);
  scope.type = types_.find(operand_of(source, scope_operand::kType));
  if (scope.type != cfg::kNone && info_.types[scope.type].kind != DebugTypeKind::kFunction) {
    scope.type = cfg::kNone;
  }
  info_.scopes.push_back(std::move(scope));
  return static_cast<uint32_t>(info_.scopes.size() - 1);
}

// Outwards to a function or to what is known already, then inwards again. A function is in no other.
uint32_t DebugScopes::scope(const llvm::Metadata* node) {
  chain_.clear();
  uint32_t found = cfg::kNone;
  bool is_function = false;
  while (node != nullptr && !is_function) {
    found = scopes_.find(node);
    if (found != cfg::kNone) break;
    if (chain_.size() == kMostScopes) {
      left_out_.add("scopes are nested too deeply");
      return cfg::kNone;
    }
    if (!llvm::isa<llvm::DIScope>(node)) break;
    chain_.push_back(node);
    is_function = llvm::isa<llvm::DISubprogram>(node);
    if (!is_function) node = operand_of(llvm::cast<llvm::DIScope>(*node), scope_operand::kScope);
  }
  if (found == cfg::kNone && !is_function) {
    left_out_.add("a scope is outside all functions");
    return cfg::kNone;
  }
  for (size_t n = chain_.size(); n-- > 0;) {
    const llvm::Metadata& inner = *chain_[n];
    if (llvm::isa<llvm::DISubprogram>(inner)) {
      found = add_function(inner);
    } else if (const auto* block = llvm::dyn_cast<llvm::DILexicalBlock>(&inner)) {
      DebugScope scope;
      scope.parent = found;
      scope.file = files_.find(operand_of(*block, scope_operand::kFile));
      scope.line = block->getLine();
      scope.column = block->getColumn();
      info_.scopes.push_back(std::move(scope));
      found = static_cast<uint32_t>(info_.scopes.size() - 1);
    }
    if (is_scope(inner)) scopes_.insert(&inner, found);
  }
  return found;
}

uint32_t DebugScopes::inlining(const llvm::Metadata* node) {
  Vector<const llvm::DILocation*> calls;
  uint32_t found = cfg::kNone;
  while (node != nullptr) {
    found = inlinings_.find(node);
    if (found != cfg::kNone) break;
    const auto* location = llvm::dyn_cast<llvm::DILocation>(node);
    if (location == nullptr || calls.size() == kMostInlinings) {
      left_out_.add("an inlined call has no valid location, or there are too many");
      return cfg::kNone;
    }
    calls.push_back(location);
    node = operand_of(*location, location_operand::kInlinedAt);
  }
  for (size_t n = calls.size(); n-- > 0;) {
    DebugInlining call;
    call.line = calls[n]->getLine();
    call.caller = found;
    call.scope = scope(operand_of(*calls[n], location_operand::kScope));
    if (call.scope == cfg::kNone) return cfg::kNone;
    info_.inlinings.push_back(call);
    found = static_cast<uint32_t>(info_.inlinings.size() - 1);
    inlinings_.insert(calls[n], found);
  }
  return found;
}

DebugPlace DebugScopes::place(const llvm::Metadata* node) {
  const auto* location = llvm::dyn_cast_or_null<llvm::DILocation>(node);
  if (location == nullptr) return {};
  DebugPlace place;
  place.scope = scope(operand_of(*location, location_operand::kScope));
  const llvm::Metadata* call = operand_of(*location, location_operand::kInlinedAt);
  if (place.scope == cfg::kNone || call == nullptr) return place;
  place.inlined_at = inlining(call);
  if (place.inlined_at == cfg::kNone) place.scope = cfg::kNone;
  return place;
}

uint32_t DebugScopes::place_number(const llvm::Metadata* location) {
  if (location == nullptr) return cfg::kNone;
  constexpr uint32_t kUnknown = 0, kFirst = 1;
  const uint32_t known = places_.find(location);
  if (known != cfg::kNone) return known == kUnknown ? cfg::kNone : known - kFirst;
  const DebugPlace found = place(location);
  uint32_t number = cfg::kNone;
  if (found.scope != cfg::kNone) {
    number = static_cast<uint32_t>(info_.places.size());
    info_.places.push_back(found);
  }
  places_.insert(location, number == cfg::kNone ? kUnknown : number + kFirst);
  return number;
}

}  // namespace trellis::dxil
