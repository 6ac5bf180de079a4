#include "dxil_frontend/metadata/metadata_node.hpp"

#include <utility>

#include "support/containers.hpp"

namespace trellis::dxil {

NodeView::NodeView(const MetadataSource& source, const char* name, uint32_t index, MetadataErrors& errors)
    : source_(&source), label_(name), index_(index), errors_(&errors) {
  if (index >= source.list_size(name)) return;
  node_ = source.list_node(name, index);
  size_ = source.operand_count(node_);
}

MetadataItem NodeView::operand(uint32_t index) const {
  return index < size() ? source_->operand(node_, index) : 0;
}

// Returns a text such as "!dx.entryPoints, node 0, operand 2 (signatures), operand 0 (inputs)".
String NodeView::path() const {
  Vector<const NodeView*> way;
  for (const NodeView* view = this; view != nullptr; view = view->parent_) way.push_back(view);
  String text = String("!") + way.back()->label_ + ", node " + decimal(way.back()->index_);
  for (size_t i = way.size() - 1; i-- > 0;) {
    text += ", operand " + decimal(way[i]->index_) + " (" + way[i]->label_ + ")";
  }
  return text;
}

void NodeView::fail(String message) const {
  if (errors_->first) return;
  Location where;
  where.part = "metadata";
  errors_->first = bad_input(path() + ": " + message, where);
}

void NodeView::fail_operand(uint32_t index, const char* what, const String& message) const {
  if (errors_->first) return;
  fail("operand " + decimal(index) + " (" + what + ") " + message);
}

bool NodeView::require_operands(uint32_t count) const {
  if (!ok()) return false;
  if (size() >= count) return true;
  fail("has " + decimal(size()) + " operands, needs " + decimal(count));
  return false;
}

std::optional<MetadataInteger> NodeView::any_integer(uint32_t index, const char* what) const {
  if (!ok()) return std::nullopt;
  const MetadataItem item = operand(index);
  std::optional<MetadataInteger> found;
  if (item != 0) found = source_->integer(item);
  if (!found) fail_operand(index, what, "is not an integer");
  return found;
}

uint64_t NodeView::integer(uint32_t index, const char* what, uint64_t maximum) const {
  const std::optional<MetadataInteger> found = any_integer(index, what);
  if (!found) return 0;
  if (found->bits > maximum) {
    fail_operand(index, what, "is " + decimal(found->bits) + ", more than " + decimal(maximum));
    return 0;
  }
  return found->bits;
}

int64_t NodeView::signed_integer(uint32_t index, const char* what, int64_t minimum, int64_t maximum) const {
  const std::optional<MetadataInteger> found = any_integer(index, what);
  if (!found) return 0;
  const uint32_t above = 64 - found->width;
  const int64_t value = static_cast<int64_t>(found->bits << above) >> above;
  if (value < minimum || value > maximum) {
    fail_operand(index, what,
                 "is " + decimal(value) + ", not in " + decimal(minimum) + " .. " + decimal(maximum));
    return 0;
  }
  return value;
}

float NodeView::number(uint32_t index, const char* what) const {
  if (!ok()) return 0;
  const MetadataItem item = operand(index);
  std::optional<float> found;
  if (item != 0) found = source_->number(item);
  if (!found) fail_operand(index, what, "is not a 32-bit float");
  return found.value_or(0);
}

String NodeView::string(uint32_t index, const char* what) const {
  if (!ok()) return {};
  const MetadataItem item = operand(index);
  std::optional<String> found;
  if (item != 0) found = source_->text(item);
  if (found) return std::move(*found);
  fail_operand(index, what, "is not a string");
  return {};
}

NodeView NodeView::optional_node(uint32_t index, const char* what) const {
  MetadataItem item = ok() ? operand(index) : 0;
  if (item != 0 && !source_->is_node(item)) {
    fail_operand(index, what, "is neither a node nor null");
    item = 0;
  }
  return {item, this, what, index};
}

NodeView NodeView::required_node(uint32_t index, const char* what) const {
  NodeView view = optional_node(index, what);
  if (ok() && !view.present()) fail_operand(index, what, "is missing");
  return view;
}

MetadataItem NodeView::value_item(uint32_t index, const char* what) const {
  const MetadataItem item = ok() ? operand(index) : 0;
  if (item == 0 || source_->is_value(item)) return item;
  fail_operand(index, what, "is not a value");
  return 0;
}

MetadataValue NodeView::value(uint32_t index, const char* what) const {
  const MetadataItem item = value_item(index, what);
  return item == 0 ? MetadataValue() : source_->value(item);
}

TypeId NodeView::struct_type(uint32_t index, const char* what) const {
  const MetadataItem item = value_item(index, what);
  return item == 0 ? kNone : source_->struct_type(item);
}

MetadataValue NodeView::function(uint32_t index, const char* what) const {
  const MetadataValue found = value(index, what);
  if (found.is_nothing || found.is_function) return found;
  fail_operand(index, what, "is not a function");
  return {};
}

}  // namespace trellis::dxil
