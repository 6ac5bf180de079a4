#include "tests/support/case_header.hpp"

#include <charconv>
#include <optional>

#include "tests/support/files.hpp"

namespace trellis::test_support {
namespace {

// No test needs a larger buffer, and a typo in a header must not exhaust the memory.
constexpr uint32_t kMaxBufferBytes = 256u << 20;

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Removes the next word from `text` and returns it; empty at the end.
std::string_view next_word(std::string_view& text) {
  text = trim(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

std::optional<uint32_t> parse_number(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns the number after `prefix` if `text` starts with it ("seed=" of "seed=7").
std::optional<uint32_t> parse_prefixed(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return parse_number(text.substr(prefix.size()));
}

/// Sets class, index and space from "t3" or "u0,space7". Returns false if `text` is not a register.
bool parse_register_name(std::string_view text, RegisterLine& line) {
  if (text.empty()) return false;
  switch (text.front()) {
    case 'b':
      line.register_class = RegisterClass::kConstantBuffer;
      break;
    case 't':
      line.register_class = RegisterClass::kShaderResource;
      break;
    case 'u':
      line.register_class = RegisterClass::kUnorderedAccess;
      break;
    case 's':
      line.register_class = RegisterClass::kSampler;
      break;
    default:
      return false;
  }
  const auto comma = text.find(',');
  const auto index = parse_number(text.substr(1, comma == std::string_view::npos ? comma : comma - 1));
  if (!index) return false;
  line.index = *index;
  if (comma == std::string_view::npos) return true;
  const auto space = parse_prefixed(text.substr(comma + 1), "space");
  if (space) line.space = *space;
  return space.has_value();
}

bool parse_kind(std::string_view& rest, RegisterLine& line) {
  const std::string_view kind = next_word(rest);
  if (kind == "raw") {
    line.kind = BufferKind::kRaw;
  } else if (kind == "cbuffer") {
    line.kind = BufferKind::kConstant;
  } else if (kind == "structured") {
    line.kind = BufferKind::kStructured;
    const auto stride = parse_prefixed(next_word(rest), "stride=");
    if (!stride || *stride == 0) return false;
    line.stride = *stride;
  } else if (kind == "typed") {
    line.kind = BufferKind::kTyped;
    line.format = next_word(rest);
    return !line.format.empty();
  } else {
    return false;
  }
  return true;
}

bool parse_fill(std::string_view& rest, RegisterLine& line) {
  std::string_view word = next_word(rest);
  if (word == "zero") {
    line.fill = Fill::kZero;
    return true;
  }
  if (word == "ramp") {
    line.fill = Fill::kRamp;
    return true;
  }
  line.fill = Fill::kSeed;
  if (word == "float") {
    line.fill = Fill::kFloatSeed;
    word = next_word(rest);
  }
  const auto seed = parse_prefixed(word, "seed=");
  if (seed) line.seed = *seed;
  return seed.has_value();
}

/// Returns why the contents of a register line cannot be read; empty if they can.
std::string parse_register_contents(std::string_view rest, RegisterLine& line) {
  if (!parse_kind(rest, line)) return "unknown kind of buffer";
  const auto bytes = parse_number(next_word(rest));
  if (!bytes) return "no size in bytes";
  if (*bytes == 0 || *bytes % 4 != 0 || *bytes > kMaxBufferBytes)
    return "a size that is not a whole number of words";
  line.bytes = *bytes;
  if (!parse_fill(rest, line)) return "unknown initial contents";
  if (!trim(rest).empty()) return "something after the initial contents";
  if ((line.kind == BufferKind::kConstant) != (line.register_class == RegisterClass::kConstantBuffer)) {
    return "a kind that does not fit the register's class";
  }
  if (line.register_class == RegisterClass::kSampler) return "a sampler";
  return {};
}

std::string parse_dispatch(std::string_view rest, CaseHeader& header) {
  for (uint32_t& groups : header.dispatch) {
    const auto number = parse_number(next_word(rest));
    if (!number || *number == 0) return "three numbers of groups are expected";
    groups = *number;
  }
  return trim(rest).empty() ? std::string() : "something after the numbers of groups";
}

std::string parse_execution(std::string_view value, CaseHeader& header) {
  if (value == "yes") {
    header.execution = Execution::kYes;
  } else if (value == "slow") {
    header.execution = Execution::kSlow;
  } else if (value == "no") {
    header.execution = Execution::kNo;
  } else {
    return "yes, slow or no is expected";
  }
  return {};
}

/// Reads a value like "u7 space3".
std::string parse_nvapi(std::string_view value, CaseHeader& header) {
  const auto index = parse_prefixed(next_word(value), "u"), space = parse_prefixed(next_word(value), "space");
  if (!index || !space || !trim(value).empty()) return "a register and a space are expected";
  header.nvapi = {*index, *space};
  return {};
}

/// Reads one `key: value`; returns what is wrong with it, or an empty string.
std::string parse_item(std::string_view key, std::string_view value, CaseHeader& header) {
  std::string* text = nullptr;
  if (key == "profile") text = &header.profile;
  if (key == "entry") text = &header.entry;
  if (key == "flags") text = &header.flags;
  if (key == "expect") text = &header.expect;
  if (key == "why") text = &header.why;
  if (key == "note") text = &header.note;
  if (text != nullptr) {
    *text = value;
    return {};
  }
  if (key == "exec") return parse_execution(value, header);
  if (key == "dispatch") return parse_dispatch(value, header);
  if (key == "nvapi") return parse_nvapi(value, header);
  RegisterLine line;
  if (!parse_register_name(key, line)) return {};
  std::string problem = parse_register_contents(value, line);
  if (problem.empty()) header.registers.push_back(std::move(line));
  return problem;
}

}  // namespace

char register_letter(RegisterClass register_class) { return "btus"[static_cast<uint8_t>(register_class)]; }

std::string register_name(RegisterClass register_class, uint32_t index, uint32_t space) {
  std::string text(1, register_letter(register_class));
  text += std::to_string(index);
  if (space != 0) text += ",space" + std::to_string(space);
  return text;
}

Result<CaseHeader> parse_case_header(std::string_view source) {
  CaseHeader header;
  while (source.starts_with("//")) {
    const std::string_view line = source.substr(2, source.find('\n') - 2);
    source.remove_prefix(std::min(source.size(), line.size() + 3));
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = trim(line.substr(0, colon));
    const std::string problem = parse_item(key, trim(line.substr(colon + 1)), header);
    if (!problem.empty()) {
      return bad_input("case header line '" + std::string(trim(line)) + "': " + problem);
    }
  }
  if (header.profile.empty()) return bad_input("the case header has no profile line");
  if (header.execution != Execution::kNo && header.dispatch[0] == 0) {
    return bad_input("the case header says exec but has no dispatch line");
  }
  return header;
}

Result<CaseHeader> read_case_header(const std::filesystem::path& hlsl) {
  auto text = read_text_file(hlsl);
  if (!text) return text.error();
  auto header = parse_case_header(*text);
  if (!header) header.error().message = hlsl.filename().string() + ": " + header.error().message;
  return header;
}

}  // namespace trellis::test_support
