#include "tests/lower/vector_twins.hpp"

namespace trellis::test_backend {
namespace {

using Value = TwinWriter::Value;

Value floats(TwinWriter& w, uint32_t byte) { return w.cast("uitofp", "i32", w.load(byte), "float"); }
void store_floats(TwinWriter& w, const Value& value) { w.store(0, w.cast("fptoui", "float", value, "i32")); }

void write_integers(TwinWriter& w) {
  const Value a = w.load(0), b = w.load(64);
  const Value sum = w.each("add", "i32", {a, w.each("mul", "i32", {b, w.constant("i32", "3")})});
  w.store(0, w.each("xor", "i32", {sum, w.each("lshr", "i32", {a, w.constant("i32", "5")})}));
}
void write_floats(TwinWriter& w) {
  const Value a = floats(w, 0), b = floats(w, 64);
  const Value mad = w.operation(46, "tertiary", {a, b, w.constant("float", "2.0")});
  store_floats(w,
               w.each("fadd fast", "float", {w.operation(24, "unary", {mad}), w.operation(6, "unary", {a})}));
}
void write_selects(TwinWriter& w) {
  const Value a = w.load(0), b = w.load(64);
  const Value less = w.each("icmp ult", "i32", {a, b});
  w.store(0, w.select(less, w.each("sub", "i32", {b, a}), w.each("udiv", "i32", {a, b}), "i32"));
}
void write_turns(TwinWriter& w) {
  const Value a = w.load(0), step = w.load(64);
  w.store(0, w.turns(a, [&](const Value& v) {
    return w.each("xor", "i32",
                  {w.each("add", "i32", {v, step}), w.each("shl", "i32", {v, w.constant("i32", "1")})});
  }));
}
void write_chosen(TwinWriter& w) { w.store_word(0, w.chosen(w.each("add", "i32", {w.load(0), w.load(64)}))); }
void write_swizzles(TwinWriter& w) {
  const Value a = w.load(0), b = w.load(64);
  std::vector<std::string> components;
  for (uint32_t n = 0; n < w.count(); ++n) {
    components.push_back(w.component(n % 2 == 0 ? a : b, "i32", w.count() - 1 - n));
  }
  w.store(0, w.each("add", "i32", {w.made("i32", components), a}));
}
void write_components(TwinWriter& w) {
  const Value a = w.load(0);
  for (uint32_t n = 0; n < w.count(); ++n) w.store_word(4 * n, w.component(a, "i32", n));
}

constexpr VectorTwin kVectorTwins[] = {
    {"Integers4", 4, write_integers},       {"Integers7", 7, write_integers},
    {"Floats3", 3, write_floats},           {"Floats16", 16, write_floats},
    {"Selects5", 5, write_selects},         {"Turns8", 8, write_turns},
    {"Chosen12", 12, write_chosen, true},   {"Swizzles4", 4, write_swizzles},
    {"Components33", 33, write_components}, {"Integers1024", 1024, write_integers}};

}  // namespace

std::span<const VectorTwin> vector_twins() { return kVectorTwins; }

std::string twin_text(const VectorTwin& twin, bool has_vectors) {
  TwinWriter writer(has_vectors, twin.count);
  twin.write(writer);
  return writer.text();
}

}  // namespace trellis::test_backend
