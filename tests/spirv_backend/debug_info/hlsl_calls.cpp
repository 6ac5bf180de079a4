#include "tests/spirv_backend/debug_info/hlsl_compiler.hpp"

namespace trellis::test_backend::hlsl {
namespace {

struct Named {
  const char* name;
  Binary meaning;
};

constexpr Named kOfOne[] = {{"firstbitlow", Binary::kFirstBitLow},
                            {"countbits", Binary::kCountBits},
                            {"reversebits", Binary::kReverseBits}};
constexpr Named kOfTwo[] = {{"max", Binary::kMax}, {"min", Binary::kMin}};
constexpr Named kAtomics[] = {
    {"InterlockedAdd", Binary::kAdd}, {"InterlockedXor", Binary::kXor}, {"InterlockedMax", Binary::kMax}};
constexpr std::pair<const char*, Wave> kWaves[] = {{"WaveReadLaneFirst", Wave::kReadFirst},
                                                   {"WaveActiveMax", Wave::kMax},
                                                   {"WaveActiveMin", Wave::kMin},
                                                   {"WaveActiveAllEqual", Wave::kAllEqual}};

}  // namespace

/// Compiles a vector constructor: its parts in order, each converted to the vector's scalar type.
Compiler::Value Compiler::construct(uint32_t id) {
  const Type whole = type(id);
  uint32_t found = 0;
  do {
    Value value = expression();
    load(value);
    if (!program_.fault.empty()) return {};
    found += type(value.type).width;
    convert(value, numeric(whole.base, type(value.type).width));
  } while (accept(","));
  expect(")");
  if (found != whole.width) fail("a vector of other parts");
  return stacked(id);
}

Compiler::Value Compiler::call_function(uint32_t number) {
  const Function called = program_.functions[number];
  std::vector<Value> targets;
  for (const Parameter& p : called.parameters) {
    if (!p.is_out) {
      argument(p.type);
    } else {
      const Value target = expression();
      if (target.kind != Value::Kind::kPlace || target.is_computed)
        fail("an argument that is not a variable");
      targets.push_back(target);
      Value copy = target;
      if (p.is_in) {
        load(copy);
      } else {
        push(kUndefined);
        emit(Op::kSplat, type(p.type).slots);
      }
    }
    accept(",");
  }
  expect(")");
  emit(Op::kCall, number);
  for (size_t n = targets.size(); n-- > 0;) store(targets[n]);
  return type(called.result).slots == 0 ? Value() : stacked(called.result);
}

/// Compiles an atomic operation on group-shared memory.
Compiler::Value Compiler::interlocked(const std::string& text) {
  Value target = ternary();
  if (target.kind != Value::Kind::kPlace || target.space != Space::kShared) {
    fail("an atomic of something else than group-shared memory");
    return {};
  }
  if (!target.is_computed) push(0);
  expect(",");
  argument(target.type);
  expect(")");
  for (const Named& known : kAtomics) {
    if (known.name == text) {
      emit(Op::kSharedAtomic, target.slot).value = static_cast<uint64_t>(known.meaning);
      return stacked(target.type);
    }
  }
  fail("no atomic: " + text);
  return {};
}

std::optional<Compiler::Value> Compiler::intrinsic(const std::string& text) {
  const uint32_t word = numeric(Base::kUint, 1);
  const auto compute = [&](Binary meaning) {
    expect(")");
    emit(Op::kBinary, 1).value = static_cast<uint64_t>(meaning);
    return stacked(word);
  };
  for (const Named& known : kOfOne) {
    if (known.name != text) continue;
    argument(word);
    push(0);
    return compute(known.meaning);
  }
  for (const Named& known : kOfTwo) {
    if (known.name != text) continue;
    argument(word);
    expect(",");
    argument(word);
    return compute(known.meaning);
  }
  for (const auto& [known, meaning] : kWaves) {
    if (known != text) continue;
    argument(word);
    expect(")");
    emit(Op::kWave).value = static_cast<uint64_t>(meaning);
    return stacked(meaning == Wave::kAllEqual ? numeric(Base::kBool, 1) : word);
  }
  return std::nullopt;
}

Compiler::Value Compiler::called(const std::string& text) {
  if (const auto id = find_type(text)) return construct(*id);
  const auto known = function_names_.find(text);
  if (known != function_names_.end()) return call_function(known->second);
  if (text == "GroupMemoryBarrierWithGroupSync") {
    expect(")");
    emit(Op::kBarrier);
    return {};
  }
  if (text.starts_with("Interlocked")) return interlocked(text);
  if (const auto value = intrinsic(text)) return *value;
  fail("no function: " + text);
  return {};
}

Compiler::Value Compiler::method(const Value& buffer, const std::string& text) {
  const uint32_t word = numeric(Base::kUint, 1);
  expect("(");
  argument(word);
  if (text.starts_with("Load")) {
    expect(")");
    const uint32_t words = text.size() == 4 ? 1 : static_cast<uint32_t>(text[4] - '0');
    emit(Op::kBufferLoad, buffer.slot, words);
    return stacked(numeric(Base::kUint, words));
  }
  expect(",");
  if (text == "Store") {
    argument(word);
    expect(")");
    emit(Op::kBufferStore, buffer.slot, 1);
    return {};
  }
  for (const Named& known : kAtomics) {
    if (known.name != text) continue;
    argument(word);
    emit(Op::kBufferAtomic, buffer.slot).value = static_cast<uint64_t>(known.meaning);
    if (!accept(",")) {
      expect(")");
      return stacked(word);
    }
    const Value old = ternary();
    expect(")");
    if (old.is_computed) fail("an atomic's old value goes to no variable");
    store(old);
    return {};
  }
  fail("no method: " + text);
  return {};
}

}  // namespace trellis::test_backend::hlsl
