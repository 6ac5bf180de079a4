// Writes passes as JSON: the first in full, each other one as what it changes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cfg/graph.hpp"
#include "support/containers.hpp"

namespace trellis::tools {

/// The properties of a block that are compared between passes. Blocks are identified by their keys.
struct Look {
  std::vector<uint32_t> targets;
  uint32_t merge = cfg::kNone, continues = cfg::kNone, phis = 0, bools = 0;
  uint32_t code = 0;  ///< Increases whenever a pass changes the code of the block.
  friend bool operator==(const Look&, const Look&) = default;
};

/// A block as it is after a pass.
struct Record {
  Look look;
  std::string text;  ///< JSON.
};

/// Returns ["line",...].
std::string json_lines(const Vector<String>& lines);

/// Returns "[[target,label],...]", in the order of the slots.
std::string json_edges(const std::vector<uint32_t>& targets, const Vector<String>* slots);

class PassWriter {
 public:
  /// `more`: other members of the pass, as JSON.
  std::string write(std::string_view pass, uint32_t entry, std::map<uint32_t, Record> records,
                    const std::map<std::string, std::string>& more = {});

  bool has(uint32_t key) const { return looks_.contains(key); }

 private:
  std::map<uint32_t, Look> looks_;         ///< After the last pass, by key.
  std::map<uint32_t, std::string> texts_;  ///< JSON, by key.
};

}  // namespace trellis::tools
