// Checked reading of metadata nodes: every access states what it expects. The first mismatch becomes the
// diagnostic, and everything after it reads as zero.
#pragma once

#include <cstdint>
#include <optional>

#include "dxil_frontend/metadata/metadata_source.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

struct MetadataErrors {
  std::optional<Diagnostic> first;
};

/// A node and the path to it. A view refers to its parent view, which must outlive it.
class NodeView {
 public:
  /// Views node `index` of the list `name`.
  NodeView(const MetadataSource& source, const char* name, uint32_t index, MetadataErrors& errors);

  /// False if the operand is null, or if the list has no node of that index.
  bool present() const { return node_ != 0; }
  uint32_t size() const { return size_; }
  bool ok() const { return !errors_->first; }

  /// Records an error unless there are at least `count` operands.
  bool require_operands(uint32_t count) const;
  /// Returns an integer constant of any width, zero-extended; it must be at most `maximum`.
  uint64_t integer(uint32_t operand, const char* what, uint64_t maximum = UINT64_MAX) const;
  uint32_t u32(uint32_t operand, const char* what, uint32_t maximum = UINT32_MAX) const {
    return static_cast<uint32_t>(integer(operand, what, maximum));
  }
  /// Returns an integer constant, sign-extended; it must be from `minimum` to `maximum`.
  int64_t signed_integer(uint32_t operand, const char* what, int64_t minimum, int64_t maximum) const;
  bool boolean(uint32_t operand, const char* what) const { return integer(operand, what, 1) != 0; }
  float number(uint32_t operand, const char* what) const;
  String string(uint32_t operand, const char* what) const;
  /// The operand must be a node or null.
  NodeView optional_node(uint32_t operand, const char* what) const;
  NodeView required_node(uint32_t operand, const char* what) const;
  /// Returns the value of an operand in the form of its source. Returns 0 if the operand is null, or, with an
  /// error, if it is not a value.
  MetadataItem value_item(uint32_t operand, const char* what) const;
  /// Returns the value of an operand; nothing if the operand is null.
  MetadataValue value(uint32_t operand, const char* what) const;
  /// Returns the value of an operand, which must be a function or nothing.
  MetadataValue function(uint32_t operand, const char* what) const;
  /// See MetadataSource::struct_type().
  TypeId struct_type(uint32_t operand, const char* what) const;

  [[gnu::cold]] void fail(String message) const;
  [[gnu::cold]] void fail_operand(uint32_t operand, const char* what, const String& message) const;

  /// Calls visit(tag, operand of its value) for each pair of a tag-value list; a missing list has no pairs.
  template <typename Visit>
  void for_each_tag(Visit visit) const {
    if (!present() || !ok()) return;
    if (size() % 2 != 0) return fail("a list of tags and values has an odd number of operands");
    for (uint32_t i = 0; i < size() && ok(); i += 2) visit(u32(i, "tag"), i + 1);
  }

 private:
  NodeView(MetadataItem node, const NodeView* parent, const char* label, uint32_t index)
      : source_(parent->source_),
        node_(node),
        size_(node == 0 ? 0 : parent->source_->operand_count(node)),
        parent_(parent),
        label_(label),
        index_(index),
        errors_(parent->errors_) {}

  /// Returns 0 if there is no such operand.
  MetadataItem operand(uint32_t index) const;
  std::optional<MetadataInteger> any_integer(uint32_t operand, const char* what) const;
  String path() const;

  const MetadataSource* source_;
  MetadataItem node_ = 0;
  uint32_t size_ = 0;
  const NodeView* parent_ = nullptr;
  const char* label_ = "";
  uint32_t index_ = 0;
  MetadataErrors* errors_ = nullptr;
};

}  // namespace trellis::dxil
