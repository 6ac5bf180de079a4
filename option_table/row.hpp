// One row of the table of options: what an option is called in C, in C++ and on the command line, which
// values it takes, and what there is to say about it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>

#include "api/options.hpp"
#include "api/pipeline_layout/pipeline_layout.hpp"

namespace trellis::option_table {

/// Everything that can be asked for in C++. The table's members belong to it.
struct Asked {
  ReadOptions read;
  TranslateOptions translate;
  PipelineLayoutOptions layout;
};

enum class Kind : uint8_t {
  kNone,    ///< No plain value: code of the C interface and of the program reads it.
  kSwitch,  ///< On or off.
  kNumber,  ///< 32 bits, without a sign.
  kReal,
  kWord,     ///< One of the row's words.
  kWordSet,  ///< Any of the row's words, as bits of a mask.
};

/// A plain member of Asked. Values of all kinds are carried as numbers: switches as 0 and 1, words as the
/// numbers of their enumerators or bits. 32-bit integers and floats fit into a double exactly.
struct Member {
  Kind kind = Kind::kNone;
  double (*get)(const Asked& asked) = nullptr;
  void (*set)(Asked& asked, double value) = nullptr;
};

/// The structs of the C interface that callers fill with options.
enum class CStruct : uint8_t {
  kNone,
  kRead,
  kTranslate,
  kDevice,
  kStage,
  kHeaps,
  kViews,
  kInstrumentation,
  kPipelineLayout
};

/// A plain field of one of them: 32 bits, an integer or a float.
struct CField {
  CStruct owner = CStruct::kNone;
  const char* name = "";
  size_t offset = 0;
  bool is_float = false;
};

/// A value that has a name.
struct Word {
  const char* name = "";   ///< On the command line; empty: the program has no such value.
  uint32_t c_number = 0;   ///< Of the C constant.
  uint32_t cpp_value = 0;  ///< Of the C++ enumerator.

  constexpr Word() = default;
  /// A word that the program alone knows, and gives its meaning.
  constexpr Word(const char* word) : name(word) {}  // NOLINT: rows list them bare.
  template <class Value>
  constexpr Word(const char* word, uint32_t c_constant, Value value)
      : name(word), c_number(c_constant), cpp_value(static_cast<uint32_t>(value)) {}
};

/// The words of a row, in the order in which messages list them.
class Words {
 public:
  constexpr Words() = default;
  constexpr Words(std::initializer_list<Word> words) {
    for (const Word& word : words) words_[count_++] = word;
  }
  constexpr bool empty() const { return count_ == 0; }
  constexpr const Word* begin() const { return words_.data(); }
  constexpr const Word* end() const { return words_.data() + count_; }

 private:
  static constexpr size_t kMaxWords = 11;
  std::array<Word, kMaxWords> words_;
  size_t count_ = 0;
};

/// The least and the greatest value that make sense; by default any.
struct Range {
  double least = 0, greatest = std::numeric_limits<double>::infinity();
  constexpr bool is_limited() const { return greatest != std::numeric_limits<double>::infinity(); }
};

/// What a shell offers in place of a value, or beside the words.
enum class Completion : uint8_t { kNothing, kFiles, kShaders, kFolders };

/// The table's columns. All but `help` may be left out.
struct Row {
  // On the command line. A flag is "--invert-y" or "-o,--output"; without dashes it is a positional argument.
  const char* flag = "";
  const char* metavariable = "";  ///< "N", or one name for each value, "MIN MAX". Switches have none.
  /// What it does, for the program's help: one sentence without a full stop. {default} is the default.
  const char* help = "";

  CField field = {};   ///< In C. Rows with a field have a member.
  Member member = {};  ///< In C++.
  Words words = {};    ///< Of the kinds kWord and kWordSet.
  Range range = {};    ///< Of the kinds kNumber and kReal.
  /// Of a flag without a metavariable that may have a word behind `=`: the word it stands for without one.
  const char* bare_word = "";
  /// What the C interface says before a number that is no word.
  const char* no_such_word = "no such value: ";
  /// C fields and functions by name, where other code than the table's reads them: "vertex_inputs, ...".
  const char* also_in_c = "";

  bool shows_default = false;  ///< In the program's help, behind the metavariable.
  /// The default in the program's help, of options that are no plain members.
  const char* initial = "";
  bool lists_words = false;  ///< In the program's help, behind the metavariable.
  Completion completion = Completion::kNothing;

  // For the manual and docs/options.md, in Markdown.
  const char* more = "";    ///< Follows the help: sentences, without the last one's full stop.
  const char* cost = "";    ///< Compared with the default.
  const char* wanted = "";  ///< When, and by whom.
};

/// Rows that stand under one heading.
struct Section {
  const char* heading = "";
  std::span<const Row> rows = {};
};

}  // namespace trellis::option_table
