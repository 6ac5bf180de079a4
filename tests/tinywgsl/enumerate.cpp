#include "tests/tinywgsl/enumerate.hpp"

#include <map>
#include <tuple>

namespace trellis::tinywgsl {
namespace {

enum class Within : uint8_t { kFunction, kLoop, kContinuing };

class Enumerator {
 public:
  explicit Enumerator(const Family& family) : family_(family) {}

  /// Returns all lists of exactly `size` statements with up to `nesting` further levels.
  const std::vector<std::string>& lists(uint32_t size, Within within, bool may_return, uint32_t nesting) {
    const auto key = std::make_tuple(size, within, may_return, nesting);
    if (const auto found = lists_.find(key); found != lists_.end()) return found->second;
    std::vector<std::string> made;
    if (size == 0) made.emplace_back();
    for (uint32_t first = 1; first <= size; ++first) {
      for (const std::string& head : going_on(first, within, may_return, nesting)) {
        for (const std::string& tail : lists(size - first, within, may_return, nesting)) {
          made.push_back(head + " " + tail);
        }
      }
    }
    if (size == 1) {
      if (may_return) made.insert(made.end(), family_.returns.begin(), family_.returns.end());
      if (within == Within::kLoop) made.insert(made.end(), {"break", "continue"});
    }
    return lists_[key] = std::move(made);
  }

 private:
  /// Returns the statements of a size that may be followed by another one.
  std::vector<std::string> going_on(uint32_t size, Within within, bool may_return, uint32_t nesting) {
    std::vector<std::string> made;
    if (size == 1) made = family_.simple;
    if (nesting == 0) return made;
    for (uint32_t in_then = 0; in_then < size; ++in_then) {
      const auto then_lists = lists(in_then, within, may_return, nesting - 1);
      const auto else_lists = lists(size - 1 - in_then, within, may_return, nesting - 1);
      if (size == 1) break;  // An if without statements.
      for (const std::string& condition : family_.conditions) {
        for (const std::string& a : then_lists) {
          for (const std::string& b : else_lists)
            made.push_back("if (" + condition + ") {" + a + "} else {" + b + "}");
        }
      }
    }
    if (family_.has_loops) add_loops(size, may_return, nesting, made);
    return made;
  }

  void add_loops(uint32_t size, bool may_return, uint32_t nesting, std::vector<std::string>& made) {
    for (uint32_t in_body = 0; in_body < size; ++in_body) {
      const auto bodies = lists(in_body, Within::kLoop, may_return, nesting - 1);
      const auto tails = continuings(size - 1 - in_body, nesting - 1);
      for (const std::string& body : bodies) {
        for (const std::string& tail : tails)
          made.push_back("loop {" + body + " continue continuing {" + tail + "}}");
      }
    }
  }

  std::vector<std::string> continuings(uint32_t size, uint32_t nesting) {
    std::vector<std::string> made = lists(size, Within::kContinuing, false, nesting);
    if (size == 0) return made;
    for (const std::string& list : lists(size - 1, Within::kContinuing, false, nesting)) {
      for (const std::string& condition : family_.break_ifs) {
        made.push_back(list + " if (" + condition + ") {break} else {}");
      }
    }
    return made;
  }

  const Family& family_;
  std::map<std::tuple<uint32_t, Within, bool, uint32_t>, std::vector<std::string>> lists_;
};

const char* const kMain = "@workgroup_size(2) fn main(lid) { ";

std::string callers(const std::string& body) { return kMain + body + " barrier }"; }

Family control_family(uint32_t size) {
  Family family;
  family.name = "control";
  family.simple = {"barrier"};
  family.conditions = {"lid == 0", "x == 0"};
  family.break_ifs = {"lid == 0", "x == 0"};
  family.frames = {callers("x = 0 $")};
  family.most_statements = size;
  family.most_nesting = 3;
  return family;
}

Family variables_family(uint32_t size) {
  Family family;
  family.name = "variables";
  family.simple = {"barrier", "x = lid", "x = x + 1"};
  family.conditions = {"x == 0"};
  family.break_ifs = {"x == 0", "x + lid == 1"};
  family.frames = {callers("x = 0 $"), callers("x = 0 $ if (x == 1) {barrier} else {}")};
  family.most_statements = size;
  return family;
}

Family two_variables_family(uint32_t size) {
  Family family;
  family.name = "two variables";
  family.simple = {"barrier", "x = lid", "x = 1", "y = x"};
  family.conditions = {"y == 0", "lid == 0"};
  family.frames = {callers("x = 0 y = 0 $ if (y == 0) {barrier} else {}")};
  family.most_statements = size;
  family.has_loops = false;
  return family;
}

Family shared_family(uint32_t size) {
  Family family;
  family.name = "shared memory";
  family.simple = {"barrier", "A[0] = lid", "A[lid] = 1", "x = A[0]"};
  family.conditions = {"A[0] == 0", "x == 0"};
  family.break_ifs = {"A[0] == 0"};
  family.frames = {callers("x = 0 $")};
  family.most_statements = size;
  return family;
}

/// Threads leave a loop, or continue early, in different iterations.
Family leaving_family(uint32_t size) {
  Family family;
  family.name = "leaving a loop";
  family.simple = {"barrier"};
  family.conditions = {"x == lid", "lid == 0", "x == 1"};
  family.frames = {callers("x = 0 loop {$ x = x + 1 if (x == 3) {break} else {} continue continuing {}}"),
                   callers("x = 0 loop {$ continue continuing {x = x + 1 if (x == 3) {break} else {}}}"),
                   callers("x = 0 loop {$ x = x + 1 continue continuing {}}")};
  family.most_statements = size;
  family.has_loops = false;
  family.in_loop = true;
  return family;
}

const std::vector<std::string> kCallers = {
    callers("x = f(lid)"),
    callers("x = f(0)"),
    callers("x = f(lid) if (x == 0) {barrier} else {}"),
    callers("x = f(0) if (x == 0) {barrier} else {}"),
    callers("x = 0 if (lid == 0) {x = f(0)} else {}"),
    callers("x = 0 if (lid == 0) {x = f(0)} else {} if (x == 0) {barrier} else {}"),
    callers("x = f(lid) x = f(0)"),
    callers("x = f(0) x = f(x)"),
    callers("x = 0 loop {x = f(x) continue continuing {if (x == 0) {break} else {}}}"),
};

Family function_family(uint32_t size) {
  Family family;
  family.name = "one function";
  family.simple = {"barrier", "z = p"};
  family.returns = {"return 0", "return p"};
  family.conditions = {"p == 0", "z == 0"};
  family.break_ifs = {"p == 0"};
  for (const std::string& caller : kCallers) {
    family.frames.push_back("fn f(p) { z = 0 $ return 1 } " + caller);
    family.frames.push_back("fn f(p) { $ if (p == 2) {z = 1} else {} return z } " + caller);
  }
  family.most_statements = size;
  return family;
}

Family returns_family(uint32_t size) {
  Family family;
  family.name = "returns from loops";
  family.simple = {"barrier"};
  family.returns = {"return p"};
  family.conditions = {"p == 0"};
  family.break_ifs = {"p == 0"};
  family.frames = {"fn f(p) { $ return 1 } " + callers("x = f(lid)"),
                   "fn f(p) { $ barrier return 1 } " + callers("x = f(lid)"),
                   "fn f(p) { $ return 1 } " + callers("x = f(0) if (x == 0) {barrier} else {}")};
  family.most_statements = size;
  family.most_nesting = 3;
  return family;
}

Family two_functions_family(uint32_t size) {
  Family family;
  family.name = "two functions";
  family.simple = {"barrier", "c = g(p)", "c = g(0)", "c = p"};
  family.returns = {"return c"};
  family.conditions = {"p == 0", "c == 0"};
  for (const char* callee : {"barrier return q", "if (q == 0) {barrier} else {} return 0", "return q",
                             "if (q == 0) {return 1} else {} return 2", "return B[0]"}) {
    for (const char* caller : {"x = f(lid)", "B[0] = lid x = f(0) if (x == 0) {barrier} else {}"}) {
      family.frames.push_back(std::string("fn g(q) { ") + callee + " } fn f(p) { c = 0 $ return c } " +
                              callers(caller));
    }
  }
  family.most_statements = size;
  family.has_loops = false;
  return family;
}

}  // namespace

std::vector<Family> families(bool long_form) {
  const uint32_t more = long_form ? 1 : 0;
  return {control_family(4 + more),       variables_family(4 + more), two_variables_family(3 + more),
          shared_family(3 + more),        function_family(2 + more),  returns_family(4 + more),
          two_functions_family(2 + more), leaving_family(3 + more)};
}

void for_each_program(const Family& family, const std::function<void(const std::string& text)>& use) {
  Enumerator enumerator(family);
  for (uint32_t size = 0; size <= family.most_statements; ++size) {
    for (const std::string& list : enumerator.lists(size, family.in_loop ? Within::kLoop : Within::kFunction,
                                                    !family.returns.empty(), family.most_nesting)) {
      for (const std::string& frame : family.frames) {
        const size_t hole = frame.find('$');
        use(frame.substr(0, hole) + list + frame.substr(hole + 1));
      }
    }
  }
}

}  // namespace trellis::tinywgsl
