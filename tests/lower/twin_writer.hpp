// Writes a program in one of two forms: with the vectors of shader model 6.9, or with scalars, as compilers
// for shader model 6.6 do.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace trellis::test_backend {

/// A Value has the name of a vector or, in the scalar form, one name per component.
class TwinWriter {
 public:
  using Value = std::vector<std::string>;

  TwinWriter(bool has_vectors, uint32_t count) : has_vectors_(has_vectors), count_(count) {}

  /// Loads words of u0 as a vector.
  Value load(uint32_t byte) {
    Value value;
    if (has_vectors_) {
      const std::string n = std::to_string(count_);
      declare("%R" + n + " = type { " + type("i32") + ", i32 }");
      declare("declare %R" + n + " @dx.op.rawBufferVectorLoad.v" + n +
              "i32(i32, %dx.types.Handle, i32, i32, i32)");
      const std::string all =
          line("call %R" + n + " @dx.op.rawBufferVectorLoad.v" + n +
               "i32(i32 303, %dx.types.Handle %from, i32 " + address(byte) + ", i32 undef, i32 4)");
      return {line("extractvalue %R" + n + " " + all + ", 0")};
    }
    std::string all;
    for (uint32_t n = 0; n < count_; ++n) {
      if (n % 4 == 0) {
        all =
            line("call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %from, i32 " +
                 address(byte + 4 * n) + ", i32 undef, i8 15, i32 4)");
      }
      value.push_back(line("extractvalue %dx.types.ResRet.i32 " + all + ", " + std::to_string(n % 4)));
    }
    return value;
  }

  void store(uint32_t byte, const Value& value) {
    if (has_vectors_) {
      const std::string n = std::to_string(count_);
      declare("declare void @dx.op.rawBufferVectorStore.v" + n + "i32(i32, %dx.types.Handle, i32, i32, " +
              type("i32") + ", i32)");
      text_ += "call void @dx.op.rawBufferVectorStore.v" + n + "i32(i32 304, %dx.types.Handle %to, i32 " +
               address(byte) + ", i32 undef, " + type("i32") + " " + value[0] + ", i32 4)\n";
      return;
    }
    for (uint32_t first = 0; first < count_; first += 4) {
      const uint32_t size = std::min(4u, count_ - first);
      text_ += "call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %to, i32 " +
               address(byte + 4 * first) + ", i32 undef";
      for (uint32_t n = 0; n < 4; ++n) text_ += ", i32 " + (n < size ? value[first + n] : "undef");
      text_ += ", i8 " + std::to_string((1 << size) - 1) + ", i32 4)\n";
    }
  }
  void store_word(uint32_t byte, const std::string& word) {
    text_ += "call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %to, i32 " + address(byte) +
             ", i32 undef, i32 " + word + ", i32 undef, i32 undef, i32 undef, i8 1, i32 4)\n";
  }

  /// Emits an instruction on all components; `of` is the element type of the operands.
  Value each(const std::string& opcode, const std::string& of, const std::vector<Value>& operands) {
    return each_line(operands,
                     [&](uint32_t n) { return opcode + " " + type(of) + " " + list(operands, n, ""); });
  }
  Value cast(const std::string& opcode, const std::string& of, const Value& value, const std::string& to) {
    return each_line(
        {value}, [&](uint32_t n) { return opcode + " " + type(of) + " " + value[n] + " to " + type(to); });
  }
  Value select(const Value& condition, const Value& a, const Value& b, const std::string& of) {
    return each_line({condition, a, b}, [&](uint32_t n) {
      return "select " + type("i1") + " " + condition[n] + ", " + type(of) + " " + a[n] + ", " + type(of) +
             " " + b[n];
    });
  }
  /// Emits a DXIL operation on floats.
  Value operation(uint32_t number, const std::string& name, const std::vector<Value>& operands) {
    const std::string full = "@dx.op." + name + (has_vectors_ ? ".v" + std::to_string(count_) : ".") + "f32";
    std::string parameters = "(i32";
    for (size_t n = 0; n < operands.size(); ++n) parameters += ", " + type("float");
    declare("declare " + type("float") + " " + full + parameters + ")");
    return each_line(operands, [&](uint32_t n) {
      return "call " + type("float") + " " + full + "(i32 " + std::to_string(number) + ", " +
             list(operands, n, type("float") + " ") + ")";
    });
  }
  /// Returns a constant with the same value in every component.
  Value constant(const std::string& of, const std::string& value) {
    if (!has_vectors_) return Value(count_, value);
    std::string all = "<";
    for (uint32_t n = 0; n < count_; ++n) all += (n == 0 ? "" : ", ") + of + " " + value;
    return {all + ">"};
  }
  std::string component(const Value& value, const std::string& of, uint32_t n) {
    if (!has_vectors_) return value[n];
    return line("extractelement " + type(of) + " " + value[0] + ", i32 " + std::to_string(n));
  }
  Value made(const std::string& of, const std::vector<std::string>& components) {
    if (!has_vectors_) return components;
    std::string last = "undef";
    for (uint32_t n = 0; n < count_; ++n) {
      last = line("insertelement " + type(of) + " " + last + ", " + of + " " + components[n] + ", i32 " +
                  std::to_string(n));
    }
    return {last};
  }
  /// Emits a loop of ten iterations that `body` carries the value through, and returns its last value.
  Value turns(const Value& value, const std::function<Value(const Value&)>& body) {
    text_ += "br label %head\nhead:\n%turn = phi i32 [ 0, %entry ], [ %turn.next, %head ]\n";
    Value carried;
    for (size_t n = 0; n < value.size(); ++n) carried.push_back("%carried" + std::to_string(n));
    const size_t place = text_.size();
    const Value after = body(carried);
    std::string phis;
    for (size_t n = 0; n < value.size(); ++n) {
      phis += carried[n] + " = phi " + type("i32") + " [ " + value[n] + ", %entry ], [ " + after[n] +
              ", %head ]\n";
    }
    text_.insert(place, phis);
    text_ +=
        "%turn.next = add i32 %turn, 1\n%goes_on = icmp ult i32 %turn.next, 10\n"
        "br i1 %goes_on, label %head, label %end\nend:\n";
    return after;
  }
  /// Stores the value in a local variable, and loads a component whose index depends on the thread.
  std::string chosen(const Value& value) {
    const std::string memory = has_vectors_ ? type("i32") : "[" + std::to_string(count_) + " x i32]";
    const std::string variable = line("alloca " + memory);
    if (has_vectors_) {
      text_ += "store " + memory + " " + value[0] + ", ptr " + variable + ", align 4\n";
    } else {
      for (uint32_t n = 0; n < count_; ++n) {
        const std::string at =
            line("getelementptr " + memory + ", ptr " + variable + ", i32 0, i32 " + std::to_string(n));
        text_ += "store i32 " + value[n] + ", ptr " + at + ", align 4\n";
      }
    }
    const std::string index = line("urem i32 %t, " + std::to_string(count_));
    const std::string at = line("getelementptr " + memory + ", ptr " + variable + ", i32 0, i32 " + index);
    return line("load i32, ptr " + at + ", align 4");
  }

  uint32_t count() const { return count_; }
  std::string text() const {
    std::string all;
    for (const std::string& declaration : declarations_) all += declaration + "\n";
    return all + "define void @main() {\nentry:\n%t = thread\n" +
           "%from = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)\n"
           "%to = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 1, i32 1, i1 false)\n" +
           text_ + "ret void\n}\n";
  }

 private:
  std::string type(const std::string& of) const {
    return has_vectors_ ? "<" + std::to_string(count_) + " x " + of + ">" : of;
  }
  static std::string list(const std::vector<Value>& operands, uint32_t n, const std::string& type) {
    std::string all;
    for (const Value& value : operands) all += (all.empty() ? "" : ", ") + type + value[n];
    return all;
  }
  std::string line(const std::string& instruction) {
    const std::string name = "%x" + std::to_string(next_++);
    text_ += name + " = " + instruction + "\n";
    return name;
  }
  template <class Line>
  Value each_line(const std::vector<Value>& operands, Line&& make) {
    Value result;
    for (uint32_t n = 0; n < operands[0].size(); ++n) result.push_back(line(make(n)));
    return result;
  }
  /// Returns the thread's byte address, plus `byte`.
  std::string address(uint32_t byte) {
    const std::string own = line("mul i32 %t, 4");
    return line("add i32 " + own + ", " + std::to_string(byte));
  }
  void declare(const std::string& text) { declarations_.insert(text); }

  bool has_vectors_;
  uint32_t count_, next_ = 0;
  /// In descending order, so that "declare" comes after "%R".
  std::set<std::string, std::greater<>> declarations_;
  std::string text_;
};

}  // namespace trellis::test_backend
