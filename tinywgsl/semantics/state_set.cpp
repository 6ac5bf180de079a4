#include "tinywgsl/semantics/state_set.hpp"

#include <algorithm>
#include <cstddef>

namespace trellis::tinywgsl {
namespace {

constexpr uint32_t kNeverArrives = 1, kGivenUp = 2;

uint64_t hash_of(const std::vector<uint32_t>& words) {
  uint64_t hash = words.size();
  for (const uint32_t word : words) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

void StateSet::pack(const GlobalState& state) {
  packed_.clear();
  packed_.push_back(state.interleaved);
  packed_.push_back(static_cast<uint32_t>(state.store.size()));
  for (const Cell& cell : state.store) {
    packed_.push_back(static_cast<uint32_t>(cell.key >> 32));
    packed_.push_back(static_cast<uint32_t>(cell.key));
    packed_.push_back(static_cast<uint32_t>(cell.value));
  }
  for (const Thread& thread : state.threads) {
    packed_.push_back(thread.at);
    packed_.push_back((thread.never_arrives ? kNeverArrives : 0) | (thread.given_up ? kGivenUp : 0));
    for (const Value value : thread.locals) packed_.push_back(static_cast<uint32_t>(value));
    packed_.push_back(static_cast<uint32_t>(thread.stack.size()));
    packed_.insert(packed_.end(), thread.stack.begin(), thread.stack.end());
  }
}

bool StateSet::add(const GlobalState& state, StateId parent, const Action& action) {
  pack(state);
  const uint64_t hash = hash_of(packed_);
  size_t slot = hash & (table_.size() - 1);
  for (; table_[slot] != kNone; slot = (slot + 1) & (table_.size() - 1)) {
    const Entry& entry = entries_[table_[slot]];
    if (entry.hash == hash && entry.count == packed_.size() &&
        std::equal(packed_.begin(), packed_.end(), words_.begin() + static_cast<ptrdiff_t>(entry.first))) {
      return false;
    }
  }
  table_[slot] = size();
  entries_.push_back({words_.size(), static_cast<uint32_t>(packed_.size()), parent, hash, action});
  words_.insert(words_.end(), packed_.begin(), packed_.end());
  if (entries_.size() * 2 > table_.size()) grow();
  return true;
}

void StateSet::grow() {
  table_.assign(table_.size() * 2, kNone);
  for (StateId id = 0; id < size(); ++id) {
    size_t slot = entries_[id].hash & (table_.size() - 1);
    while (table_[slot] != kNone) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = id;
  }
}

void StateSet::get(StateId id, GlobalState& state) const {
  const uint32_t* at = words_.data() + entries_[id].first;
  state.interleaved = *at++ != 0;
  state.store.resize(*at++);
  for (Cell& cell : state.store) {
    cell.key = (CellKey{at[0]} << 32) | at[1];
    cell.value = static_cast<Value>(at[2]);
    at += 3;
  }
  state.threads.resize(threads_);
  for (Thread& thread : state.threads) {
    thread.at = *at++;
    thread.never_arrives = (*at & kNeverArrives) != 0;
    thread.given_up = (*at & kGivenUp) != 0;
    ++at;
    thread.locals.resize(slots_);
    for (Value& value : thread.locals) value = static_cast<Value>(*at++);
    const uint32_t size = *at++;
    thread.stack.assign(at, at + size);
    at += size;
  }
}

}  // namespace trellis::tinywgsl
