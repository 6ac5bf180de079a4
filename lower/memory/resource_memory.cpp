#include "lower/memory/resource_memory.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cfg/post_visit_order.hpp"
#include "dxil_frontend/program/addresses.hpp"
#include "lower/analysis/memory_layout.hpp"
#include "lower/edit/function_copy.hpp"
#include "support/containers.hpp"

namespace trellis::lower {
namespace {

using dxil::BlockId;
using dxil::ConstantKind;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

constexpr uint32_t kMostElements = 256;     // Objects in the variables of a function.
constexpr uint64_t kMostStates = 1u << 22;  // Elements times blocks.
constexpr uint32_t kMostCopies = 256;       // Copies of functions.
constexpr uint32_t kMostTerms = 64;         // Terms of an address.

/// Tells which types are resource objects, and which values are the symbols of resources.
class ObjectTypes {
 public:
  explicit ObjectTypes(const dxil::Shader& shader)
      : module_(shader.module), is_object_(module_.types.size(), 0), is_symbol_(module_.values.size(), 0) {
    for (TypeId t = 0; t < module_.types.size(); ++t) {
      is_object_[t] = module_.types[t].kind == TypeKind::kStruct &&
                      std::string_view(module_.types[t].name).starts_with("dx.types.Handle");
    }
    // Not for constant buffers: the type of their symbols may be the type of their contents.
    for (const dxil::Resource& resource : shader.resources) {
      if (resource.symbol < is_symbol_.size()) is_symbol_[resource.symbol] = 1;
      if (resource.symbol >= module_.values.size() || resource.resource_class == dxil::ResourceClass::kCbv ||
          module_.values[resource.symbol].kind != dxil::ValueKind::kGlobal) {
        continue;
      }
      const dxil::Global& global = module_.globals[module_.values[resource.symbol].index];
      is_object_[innermost(global.value_type).first] |=
          module_.types[innermost(global.value_type).first].kind == TypeKind::kStruct;
    }
  }

  /// Returns the number of objects in a variable of the type; 0 if it holds something else.
  uint64_t count_of(TypeId type) const {
    const auto [element, count] = innermost(type);
    return is_object_[element] != 0 ? count : 0;
  }
  TypeId object_of(TypeId type) const { return innermost(type).first; }
  bool is_object(TypeId type) const { return is_object_[type] != 0; }
  bool is_symbol(ValueId value) const { return value < is_symbol_.size() && is_symbol_[value] != 0; }

 private:
  /// Returns the innermost element type of arrays of arrays, and the number of elements: at most
  /// kMostElements + 1.
  std::pair<TypeId, uint64_t> innermost(TypeId type) const {
    uint64_t count = 1;
    for (uint32_t depth = 0; depth < 64 && module_.types[type].kind == TypeKind::kArray; ++depth) {
      count = std::min<uint64_t>(module_.types[type].count, kMostElements + 1) * count;
      count = std::min<uint64_t>(count, kMostElements + 1);
      type = module_.types[type].element;
    }
    return {type, count};
  }

  const Module& module_;
  Vector<uint8_t> is_object_;
  Vector<uint8_t> is_symbol_;  // By module-level value: whether it is a resource's symbol.
};

/// An index of an address in a resource's symbol: a module-level value, or a local of the function.
struct SourceIndex {
  ValueId value = kNone;  // kParameter, in a Job: the index's type instead.
  enum Kind : uint8_t { kConstant, kLocal, kParameter } kind = kConstant;
  auto operator<=>(const SourceIndex&) const = default;
};

/// Where an object was read and can be read again: an address in a resource's symbol.
struct Source {
  ValueId pointer = kNone;  ///< Module-level. kNone, only in elements of a Job: there is no source.
  bool is_unclear = false;  ///< There is no source, but the element is not empty.
  TypeId element = kNone;   ///< Source type of the address computation, if there are indices.
  TypeId object = kNone;
  uint8_t flags = 0;
  Vector<SourceIndex> indices;
  auto operator<=>(const Source&) const = default;
  bool is_fixed() const {
    return std::ranges::all_of(indices,
                               [](const SourceIndex& i) { return i.kind == SourceIndex::kConstant; });
  }
};

/// What an element holds: kEmpty, kUnclear (unknown), or the index of a source plus 2.
using Content = uint32_t;
constexpr Content kEmpty = 0, kUnclear = 1;

/// A function to write, and by parameter the contents of the array that it is called with (empty for other
/// parameters).
struct Job {
  uint32_t function = kNone;
  Vector<Vector<Source>> parameters;
  auto operator<=>(const Job&) const = default;
};

/// The functions to write. Each distinct job is written once.
class Jobs {
 public:
  Jobs(Module& module, const ObjectTypes& types) : module_(module), types_(types) { find_writes(); }

  /// Returns the index that the function will have in the module.
  uint32_t number_of(const Job& job) {
    const auto known = numbers_.find(job);
    if (known != numbers_.end()) return known->second;
    const bool is_copy = std::ranges::any_of(job.parameters, [](const auto& p) { return !p.empty(); });
    const auto number = is_copy ? static_cast<uint32_t>(module_.functions.size()) + copies_++ : job.function;
    numbers_.emplace(job, number);
    open_.push_back({job, number});
    return number;
  }
  bool next(Job& job, uint32_t& number) {
    if (done_ == open_.size()) return false;
    std::tie(job, number) = open_[done_++];
    return true;
  }
  uint32_t copies() const { return copies_; }
  bool writes(uint32_t function, uint32_t parameter) const { return writes_[function][parameter] != 0; }
  const ObjectTypes& types() const { return types_; }

 private:
  void find_writes();
  bool find_writes_of(uint32_t function);

  Module& module_;
  const ObjectTypes& types_;
  Map<Job, uint32_t> numbers_;
  Vector<std::pair<Job, uint32_t>> open_;
  size_t done_ = 0;
  uint32_t copies_ = 0;
  Vector<Vector<uint8_t>> writes_;  // By function and parameter: stores may go through it.
};

void Jobs::find_writes() {
  for (const Function& function : module_.functions) {
    writes_.emplace_back(function.argument_types.size(), uint8_t{0});
  }
  // Calls have no cycles, so the depth of calls bounds the rounds. Crafted input may be arbitrarily deep.
  constexpr uint32_t kMostRounds = 64;
  bool changed = true;
  for (uint32_t round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    for (uint32_t f = 0; f < module_.functions.size(); ++f) changed |= find_writes_of(f);
  }
  if (!changed) return;
  for (Vector<uint8_t>& parameters : writes_) parameters.assign(parameters.size(), 1);
}

bool Jobs::find_writes_of(uint32_t f) {
  const Function& function = module_.functions[f];
  Vector<uint32_t> parameter(function.local_types.size(), kNone);
  for (uint32_t a = 0; a < function.argument_types.size(); ++a) parameter[a] = a;
  bool changed = false;
  const auto note = [&](ValueId value) {
    const uint32_t a = value < function.first_local ? kNone : parameter[value - function.first_local];
    if (a == kNone || writes_[f][a] != 0) return;
    writes_[f][a] = 1;
    changed = true;
  };
  for (const Instruction& i : function.instructions) {
    const std::span<const ValueId> operands = function.operands_of(i);
    if (i.opcode == Opcode::kGep && operands[0] >= function.first_local) {
      parameter[i.result - function.first_local] = parameter[operands[0] - function.first_local];
    } else if (i.opcode == Opcode::kStore) {
      note(operands[1]);
    } else if (i.opcode == Opcode::kCall) {
      for (uint32_t a = 0; a < operands.size(); ++a) {
        if (writes_[i.aux][a] != 0) note(operands[a]);
      }
    }
  }
  return changed;
}

/// Rewrites one function without the variables that hold objects.
class ResourceMemory final : public FunctionCopy {
 public:
  ResourceMemory(Module& module, Jobs& jobs, const Job& job)
      : FunctionCopy(module, module.functions[job.function]),
        jobs_(jobs),
        job_(job),
        layouts_(module, false),
        places_(old_.local_types.size()),
        loaded_(old_.local_types.size(), kEmpty),
        definitions_(old_.local_types.size(), nullptr),
        singles_(old_.local_types.size(), kNone),
        order_(old_.graph) {}

  Result<void> run();

 private:
  /// An address in a variable.
  struct Place {
    uint32_t variable = kNone;
    AddressTerms at;
  };
  struct Variable {
    uint32_t first = 0, count = 0;
    TypeId object = kNone;
  };
  using State = Vector<Content>;

  void take_parameters();
  Result<void> find_places();
  Result<void> find_gep(const Instruction& i);
  Result<void> follow();
  bool join(BlockId block, State& state) const;
  Result<void> step(const Instruction& i, State& state);
  Content content_of(ValueId object);
  Content intern(const Source& source);
  Content join(Content a, Content b) const;
  void clobber(const Instruction& i, State& state);

  void begin_block(BlockId block) override { join(block, state_); }
  Result<void> rewrite(const Instruction& i) override;
  Result<void> load(const Instruction& i);
  Result<void> call(const Instruction& i);
  Result<Source> source_of(const Instruction& i, Content content);
  ValueId read(const Instruction& like, const Source& source);
  ValueId index_at(const Instruction& like, const AddressTerms& at);
  void copy(const Instruction& i);

  const Place* place_of(ValueId old_value) const {
    if (!is_local(old_value)) return nullptr;
    const Place& place = places_[old_value - old_.first_local];
    return place.variable == kNone ? nullptr : &place;
  }
  /// Returns the element at an address, or kNone if its index is not constant or out of range.
  uint32_t element_at(const Place& place) const {
    const Variable& v = variables_[place.variable];
    const bool is_one = place.at.terms.empty() && place.at.constant >= 0 && place.at.constant < v.count;
    return is_one ? v.first + static_cast<uint32_t>(place.at.constant) : kNone;
  }
  ValueId whole(ValueId old_value) {
    if (!is_local(old_value)) return old_value;
    const ValueId single = singles_[old_value - old_.first_local];
    return single != kNone ? single : undef(type_of(old_value));
  }

  Jobs& jobs_;
  const Job& job_;
  LayoutTable layouts_;
  Vector<Place> places_;    // Indexed by old local.
  Vector<Content> loaded_;  // By old local: the content that a load from a variable gives.
  Vector<const Instruction*> definitions_;
  Vector<ValueId> singles_;
  Vector<Variable> variables_;
  uint32_t element_count_ = 0;
  State initial_;
  Vector<Source> sources_;
  Map<Source, Content> contents_;
  cfg::PostVisitOrder order_;
  Vector<State> at_end_;  // Indexed by block; empty if not reached yet.
  State state_;           // The state at the instruction that is being rewritten.
  Vector<std::pair<uint32_t, ValueId>> phi_operands_;
};

void ResourceMemory::take_parameters() {
  new_.name = old_.name;
  for (uint32_t a = 0; a < old_.argument_types.size(); ++a) {
    const bool is_memory = a < job_.parameters.size() && !job_.parameters[a].empty();
    if (is_memory) continue;
    new_.argument_types.push_back(old_.argument_types[a]);
    singles_[a] = new_local(old_.argument_types[a]);
  }
  for (uint32_t a = 0; a < job_.parameters.size(); ++a) {
    if (job_.parameters[a].empty()) continue;
    Variable variable{element_count_, static_cast<uint32_t>(job_.parameters[a].size()), kNone};
    for (Source source : job_.parameters[a]) {
      // The indices that the caller computes become additional parameters; the job holds their types as
      // values.
      for (SourceIndex& index : source.indices) {
        if (index.kind != SourceIndex::kParameter) continue;
        new_.argument_types.push_back(index.value);
        index.value = new_local(index.value);
      }
      if (source.pointer != kNone) variable.object = source.object;
      const Content none = source.is_unclear ? kUnclear : kEmpty;
      initial_.push_back(source.pointer == kNone ? none : intern(source));
    }
    element_count_ += variable.count;
    places_[a].variable = static_cast<uint32_t>(variables_.size());
    variables_.push_back(variable);
  }
  new_.return_type = old_.return_type;
}

Result<void> ResourceMemory::find_gep(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const Place* base = place_of(operands[0]);
  if (base == nullptr) return {};
  Place place = *base;
  AddressTerms terms;
  if (!sum_address(module_, layouts_, i.aux, operands.data() + 1, static_cast<uint32_t>(operands.size() - 1),
                   true, terms)) {
    return fail(i, "an address in this type of local resources is not supported");
  }
  place.at.constant += terms.constant;
  place.at.terms.insert(place.at.terms.end(), terms.terms.begin(), terms.terms.end());
  if (place.at.terms.size() > kMostTerms)
    return fail(i, "an address of local resources has too many indices");
  places_[i.result - old_.first_local] = std::move(place);
  return {};
}

Result<void> ResourceMemory::find_places() {
  for (const BlockId block : order_.reverse_post_order()) {
    for (const Instruction& i : old_.instructions_of(block)) {
      if (i.result != kNone) definitions_[i.result - old_.first_local] = &i;
      if (i.opcode == Opcode::kGep) {
        TRELLIS_RETURN_IF_ERROR(find_gep(i));
      }
      if (i.opcode != Opcode::kAlloca || i.operand_count != 0) continue;
      const uint64_t count = jobs_.types().count_of(i.aux);
      if (count == 0) continue;
      if (element_count_ + count > kMostElements) return fail(i, "too many resources in local variables");
      places_[i.result - old_.first_local].variable = static_cast<uint32_t>(variables_.size());
      variables_.push_back({element_count_, static_cast<uint32_t>(count), jobs_.types().object_of(i.aux)});
      element_count_ += static_cast<uint32_t>(count);
    }
  }
  initial_.resize(element_count_, kEmpty);
  return {};
}

Content ResourceMemory::intern(const Source& source) {
  const auto [found, is_new] =
      contents_.emplace(source, static_cast<Content>(sources_.size()) + kUnclear + 1);
  if (is_new) sources_.push_back(source);
  return found->second;
}

/// Returns where an object was read, if that is known.
Content ResourceMemory::content_of(ValueId object) {
  if (!is_local(object)) {
    const dxil::Constant* c = module_.constant(object);
    return c != nullptr && (c->kind == ConstantKind::kUndef || c->kind == ConstantKind::kNull) ? kEmpty
                                                                                               : kUnclear;
  }
  const Instruction* i = definitions_[object - old_.first_local];
  if (i == nullptr || i->opcode != Opcode::kLoad) return kUnclear;
  ValueId pointer = old_.operands_of(*i)[0];
  if (place_of(pointer) != nullptr) return loaded_[object - old_.first_local];
  Source source;
  source.object = i->type;
  if (is_local(pointer)) {
    const Instruction* gep = definitions_[pointer - old_.first_local];
    if (gep == nullptr || gep->opcode != Opcode::kGep) return kUnclear;
    const std::span<const ValueId> operands = old_.operands_of(*gep);
    pointer = operands[0];
    source.element = gep->aux;
    source.flags = gep->flags;
    for (const ValueId index : operands.subspan(1)) {
      source.indices.push_back({index, is_local(index) ? SourceIndex::kLocal : SourceIndex::kConstant});
    }
    if (is_local(pointer)) return kUnclear;
  }
  if (!jobs_.types().is_symbol(dxil::root_of_address(module_, pointer))) return kUnclear;
  source.pointer = pointer;
  return intern(source);
}

Content ResourceMemory::join(Content a, Content b) const {
  if (a == b) return a;
  const auto fixed_or_unclear = [this](Content c) {
    return c > kUnclear && sources_[c - kUnclear - 1].is_fixed() ? c : kUnclear;
  };
  if (a == kEmpty) return fixed_or_unclear(b);
  if (b == kEmpty) return fixed_or_unclear(a);
  return kUnclear;
}

/// Joins the states of the predecessors that have been reached. Returns false if there are none.
bool ResourceMemory::join(BlockId block, State& state) const {
  bool any = block == 0;
  if (any) state = initial_;
  for (const cfg::EdgeId edge : old_.graph.in_edges(block)) {
    const State& other = at_end_[old_.graph.source(edge)];
    if (other.size() != element_count_) continue;
    if (!any) state = other;
    for (uint32_t n = 0; any && n < element_count_; ++n) state[n] = join(state[n], other[n]);
    any = true;
  }
  return any;
}

/// A callee that receives a variable's address may change the variable.
void ResourceMemory::clobber(const Instruction& i, State& state) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  for (uint32_t a = 0; a < operands.size(); ++a) {
    const Place* place = place_of(operands[a]);
    if (place == nullptr || !jobs_.writes(i.aux, a)) continue;
    const Variable& v = variables_[place->variable];
    std::fill_n(state.begin() + v.first, v.count, kUnclear);
  }
}

Result<void> ResourceMemory::step(const Instruction& i, State& state) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  if (i.opcode == Opcode::kCall) clobber(i, state);
  if (i.opcode == Opcode::kLoad) {
    const Place* place = place_of(operands[0]);
    if (place == nullptr) return {};
    const uint32_t element = element_at(*place);
    loaded_[i.result - old_.first_local] = element == kNone ? kUnclear : state[element];
  }
  if (i.opcode != Opcode::kStore) return {};
  const Place* place = place_of(operands[1]);
  if (place == nullptr) return {};
  const Variable& v = variables_[place->variable];
  const uint32_t element = element_at(*place);
  if (element != kNone) {
    state[element] = content_of(operands[0]);
  } else {
    std::fill_n(state.begin() + v.first, v.count, kUnclear);
  }
  return {};
}

/// Terminates because contents only become less clear.
Result<void> ResourceMemory::follow() {
  at_end_.assign(old_.blocks.size(), {});
  if (element_count_ == 0) return {};
  for (bool changed = true; changed;) {
    changed = false;
    for (const BlockId block : order_.reverse_post_order()) {
      State state;
      if (!join(block, state)) continue;
      for (const Instruction& i : old_.instructions_of(block)) {
        TRELLIS_RETURN_IF_ERROR(step(i, state));
      }
      if (state == at_end_[block]) continue;
      changed = true;
      at_end_[block] = std::move(state);
    }
  }
  return {};
}

Result<Source> ResourceMemory::source_of(const Instruction& i, Content content) {
  if (content > kUnclear) return sources_[content - kUnclear - 1];
  return fail(i, "cannot determine which resource a local variable holds");
}

ValueId ResourceMemory::read(const Instruction& like, const Source& source) {
  ValueId pointer = source.pointer;
  if (!source.indices.empty()) {
    Instruction gep = like;
    gep.opcode = Opcode::kGep;
    gep.aux = source.element;
    gep.flags = source.flags;
    Vector<ValueId> operands = {pointer};
    for (const SourceIndex& index : source.indices) {
      operands.push_back(index.kind == SourceIndex::kLocal ? whole(index.value) : index.value);
    }
    pointer = add(gep, module_.values[source.pointer].type, operands);
  }
  return add(like, Opcode::kLoad, source.object, {pointer}, 1);
}

/// Returns the index of the element at an address, as a value.
ValueId ResourceMemory::index_at(const Instruction& like, const AddressTerms& at) {
  const TypeId word = scalar_type(TypeKind::kInt, 32);
  ValueId sum = i32(static_cast<uint32_t>(at.constant));
  Instruction plain = like;
  plain.flags = 0;
  for (const AddressTerms::Term& term : at.terms) {
    ValueId index = whole(term.index);
    const uint8_t bits = module_.types[type_of(term.index)].bits;
    if (bits > 32) index = add(plain, Opcode::kTrunc, word, {index}, 0);
    if (bits < 32) index = add(plain, Opcode::kSExt, word, {index}, 0);
    const ValueId stride = i32(static_cast<uint32_t>(term.stride));
    const ValueId product = add(plain, Opcode::kMul, word, {index, stride}, 0);
    sum = add(plain, Opcode::kAdd, word, {sum, product}, 0);
  }
  return sum;
}

Result<void> ResourceMemory::load(const Instruction& i) {
  const Place* place = place_of(old_.operands_of(i)[0]);
  ValueId& single = singles_[i.result - old_.first_local];
  if (!jobs_.types().is_object(i.type))
    return fail(i, "a load of several resources at once is not supported");
  const Variable& v = variables_[place->variable];
  if (place->at.terms.empty()) {
    const uint32_t element = element_at(*place);
    const Content content = element == kNone ? kEmpty : state_[element];
    if (content == kEmpty) return {};  // The element is undefined.
    Result<Source> source = source_of(i, content);
    if (!source) return source.error();
    single = read(i, *source);
    return {};
  }
  const TypeId i1 = scalar_type(TypeKind::kInt, 1);
  const ValueId index = index_at(i, place->at);
  for (uint32_t n = 0; n < v.count; ++n) {
    const Content content = state_[v.first + n];
    if (content == kEmpty) continue;
    Result<Source> source = source_of(i, content);
    if (!source) return source.error();
    const ValueId object = read(i, *source);
    if (single == kNone) {
      single = object;
      continue;
    }
    const ValueId is_it =
        add(i, Opcode::kICmp, i1, {index, i32(n)}, static_cast<uint32_t>(dxil::Predicate::kEq));
    single = add(i, Opcode::kSelect, i.type, {is_it, object, single}, 0);
  }
  return {};
}

Result<void> ResourceMemory::call(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  Job job{i.aux, {}};
  Vector<ValueId> arguments, indices;
  bool any = false;
  for (const ValueId v : operands) {
    Vector<Source>& contents = job.parameters.emplace_back();
    const Place* place = place_of(v);
    if (place == nullptr) {
      arguments.push_back(whole(v));
      continue;
    }
    any = true;
    const uint32_t first = element_at(*place);
    if (first == kNone) return fail(i, "the address of local resources is not constant");
    const Variable& variable = variables_[place->variable];
    for (uint32_t n = first; n < variable.first + variable.count; ++n) {
      Source& source = contents.emplace_back();
      source.is_unclear = state_[n] == kUnclear;
      if (state_[n] <= kUnclear) continue;
      source = sources_[state_[n] - kUnclear - 1];
      for (SourceIndex& index : source.indices) {
        if (index.kind == SourceIndex::kConstant) continue;
        const bool is_new = index.kind == SourceIndex::kParameter;
        indices.push_back(is_new ? index.value : whole(index.value));
        const TypeId type = is_new ? new_.local_types[index.value & ~kLocal] : type_of(index.value);
        index = {type, SourceIndex::kParameter};
      }
    }
  }
  if (!any) job.parameters.clear();
  Instruction made = i;
  made.aux = jobs_.number_of(job);
  if (jobs_.copies() > kMostCopies) return fail(i, "too many functions are called with different resources");
  arguments.insert(arguments.end(), indices.begin(), indices.end());
  const ValueId result = add(made, i.type, arguments);
  if (i.result != kNone) singles_[i.result - old_.first_local] = result;
  return {};
}

void ResourceMemory::copy(const Instruction& i) {
  Vector<ValueId> operands;
  const auto first = static_cast<uint32_t>(new_.operands.size());
  for (const ValueId v : old_.operands_of(i)) {
    if (i.opcode == Opcode::kPhi) {
      phi_operands_.emplace_back(first + static_cast<uint32_t>(operands.size()), v);
      operands.push_back(kNone);
    } else {
      operands.push_back(whole(v));
    }
  }
  const ValueId result = add(i, i.type, operands);
  if (i.result != kNone) singles_[i.result - old_.first_local] = result;
}

Result<void> ResourceMemory::rewrite(const Instruction& i) {
  const std::span<const ValueId> operands = old_.operands_of(i);
  const bool makes_place = i.result != kNone && place_of(i.result) != nullptr;
  if (makes_place) return {};
  if (i.opcode == Opcode::kCall) {
    Result<void> done = call(i);
    clobber(i, state_);
    return done;
  }
  if (i.opcode == Opcode::kLoad && place_of(operands[0]) != nullptr) return load(i);
  if (i.opcode == Opcode::kStore && place_of(operands[1]) != nullptr) return step(i, state_);
  for (const ValueId v : operands) {
    if (place_of(v) != nullptr)
      return fail(i, "local resources as operands of this instruction are not supported");
  }
  copy(i);
  return {};
}

Result<void> ResourceMemory::run() {
  take_parameters();
  if (old_.blocks.empty()) return {};
  TRELLIS_RETURN_IF_ERROR(find_places());
  if (uint64_t{element_count_} * old_.blocks.size() > kMostStates) {
    return fail(old_.instructions[0], "too many resources in local variables");
  }
  TRELLIS_RETURN_IF_ERROR(follow());
  TRELLIS_RETURN_IF_ERROR(copy_body());
  for (const auto& [operand, value] : phi_operands_) new_.operands[operand] = whole(value);
  copy_names([this](ValueId value) { return singles_[value - old_.first_local]; });
  copy_bindings([this](ValueId value) { return singles_[value - old_.first_local]; });
  return {};
}

}  // namespace

bool has_resource_memory(const dxil::Shader& shader, std::span<const uint8_t> is_reached) {
  const auto& functions = shader.module.functions;
  const auto is_alloca = [](const Instruction& i) { return i.opcode == Opcode::kAlloca; };
  if (shader.kind != dxil::ShaderKind::kLibrary) return false;
  const ObjectTypes types(shader);
  for (size_t f = 0; f < functions.size(); ++f) {
    if (!is_reached.empty() && is_reached[f] == 0) continue;
    const bool has_objects = std::ranges::any_of(functions[f].instructions, [&](const Instruction& i) {
      return is_alloca(i) && i.operand_count == 0 && types.count_of(i.aux) != 0;
    });
    if (has_objects) return true;
  }
  return false;
}

Result<void> remove_resource_memory(dxil::Shader& shader, const dxil::EntryPoint& entry_point) {
  Module& module = shader.module;
  const ObjectTypes types(shader);
  Jobs jobs(module, types);
  for (const uint32_t root :
       {entry_point.function, entry_point.hull ? entry_point.hull->patch_constant_function_index : kNone}) {
    if (root < module.functions.size()) jobs.number_of({root, {}});
  }
  Map<uint32_t, Function> made;
  Job job;
  uint32_t number = 0;
  while (jobs.next(job, number)) {
    ResourceMemory function(module, jobs, job);
    TRELLIS_RETURN_IF_ERROR(function.run());
    made.emplace(number, function.take());
  }
  module.functions.resize(module.functions.size() + jobs.copies());
  for (auto& [n, function] : made) module.functions[n] = std::move(function);
  number_locals(module);
  return {};
}

}  // namespace trellis::lower
