// One row of the table of options: an option's names in C, in C++ and on the command line, its values and its
// description.
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

/// All options of the C++ interface. The members in the table belong to this struct.
struct Asked {
  ReadOptions read;
  TranslateOptions translate;
  PipelineLayoutOptions layout;
};

enum class Kind : uint8_t {
  kNone,    ///< Not a plain value: code of the C interface and of the program reads it.
  kSwitch,  ///< On or off.
  kNumber,  ///< A 32-bit unsigned integer.
  kReal,
  kWord,     ///< One of the row's words.
  kWordSet,  ///< Any of the row's words, as bits of a mask.
};

/// A plain member of Asked. Values of all kinds are passed as numbers: switches as 0 and 1, words as the
/// values of their enumerators or bits. A double holds 32-bit integers and floats exactly.
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

/// A plain field of one of these structs: a 32-bit integer or float.
struct CField {
  CStruct owner = CStruct::kNone;
  const char* name = "";
  size_t offset = 0;
  bool is_float = false;
};

/// A named value.
struct Word {
  const char* name = "";   ///< Name on the command line; empty if the program does not offer the value.
  uint32_t c_number = 0;   ///< Value of the C constant.
  uint32_t cpp_value = 0;  ///< Value of the C++ enumerator.

  constexpr Word() = default;
  /// A word that only the program knows and interprets.
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

/// The least and the greatest valid value; by default any.
struct Range {
  double least = 0, greatest = std::numeric_limits<double>::infinity();
  constexpr bool is_limited() const { return greatest != std::numeric_limits<double>::infinity(); }
};

/// What a shell offers in place of a value, or in addition to the words.
enum class Completion : uint8_t { kNothing, kFiles, kShaders, kFolders };

/// The columns of the table. All but `help` may be left out.
struct Row {
  // The command-line flag: "--invert-y" or "-o,--output". Without dashes it is a positional argument.
  const char* flag = "";
  const char* metavariable = "";  ///< "N", or one name for each value, such as "MIN MAX". Switches have none.
  /// The description in the program's help: one sentence without a full stop. {default} stands for the
  /// default.
  const char* help = "";

  CField field = {};   ///< The field in C. Rows with a field also have a member.
  Member member = {};  ///< The member in C++.
  Words words = {};    ///< Only for the kinds kWord and kWordSet.
  Range range = {};    ///< Only for the kinds kNumber and kReal.
  /// For a flag without a metavariable that may be followed by `=` and a word: the word that the flag
  /// stands for if none follows.
  const char* bare_word = "";
  /// The C interface's message for a number that is not a word, up to that number.
  const char* no_such_word = "no such value: ";
  /// Names of C fields and functions that code outside the table reads: "vertex_inputs, ...".
  const char* also_in_c = "";

  bool shows_default = false;  ///< Whether the program's help shows the default after the metavariable.
  /// The default in the program's help, for options that are not plain members.
  const char* initial = "";
  bool lists_words = false;  ///< Whether the program's help lists the words after the metavariable.
  Completion completion = Completion::kNothing;

  // Texts in Markdown for the manual and docs/options.md.
  const char* more = "";    ///< Follows the help text: sentences, the last without a full stop.
  const char* cost = "";    ///< What the option costs compared with the default.
  const char* wanted = "";  ///< Who needs the option and when.
};

/// The rows under one heading.
struct Section {
  const char* heading = "";
  std::span<const Row> rows = {};
};

}  // namespace trellis::option_table
