#include "cfg/text_reader.hpp"

#include <functional>
#include <optional>

#include "cfg/text_lexer.hpp"
#include "support/containers.hpp"
#include "support/hash_index.hpp"

namespace trellis::cfg {

namespace {

using Problem = std::optional<Diagnostic>;

Diagnostic expected(const String& what, const Token& found) {
  return bad_input("line " + decimal(found.line) + ", column " + decimal(found.column) + ": expected " +
                   what + ", found " + found.describe());
}

/// Collects blocks by name, and their edges in the order of the text.
class NamedGraphBuilder {
 public:
  explicit NamedGraphBuilder(TextLexer::Form form) : form_(form) {}

  /// Finds the block that a name token stands for, creating it if the name is new.
  Problem block(const Token& token, BlockId& block) {
    std::string_view name = token.text;
    if (token.quoted && name.find('\\') != std::string_view::npos) name = unescape(name);
    if (name.size() > kMaxTextNameLength) {
      return expected("a name of at most " + decimal(kMaxTextNameLength) + " bytes", token);
    }
    const auto next = static_cast<BlockId>(names_.size());
    const auto hash = static_cast<uint32_t>(std::hash<std::string_view>()(name));
    block = index_.find_or_add(hash, next, [&](BlockId known) { return names_[known] == name; });
    if (block != next) return {};
    if (next == kMaxTextBlocks) return expected("at most " + decimal(kMaxTextBlocks) + " blocks", token);
    names_.emplace_back(name);
    return {};
  }

  Problem edge(BlockId source, BlockId target, const Token& token) {
    if (edges_.size() == kMaxTextEdges) {
      return expected("at most " + decimal(kMaxTextEdges) + " edges", token);
    }
    edges_.push_back({source, target});
    return {};
  }

  Result<NamedGraph> finish(const Token& end) {
    if (names_.empty()) return expected("a block", end);
    const auto blocks = static_cast<uint32_t>(names_.size());
    Graph graph(collect_rows<BlockId>(blocks, [&](const auto& add) {
      for (const Edge& edge : edges_) add(edge.source, edge.target);
    }));
    return NamedGraph{std::move(graph), std::move(names_)};
  }

 private:
  struct Edge {
    BlockId source, target;
  };

  /// Replaces escapes. In DOT only \" is an escape; in lines \\ and \n are too. A backslash before anything
  /// else stands for itself.
  std::string_view unescape(std::string_view text) {
    const bool lines = form_ == TextLexer::Form::kLines;
    unescaped_.clear();
    for (size_t i = 0; i < text.size(); ++i) {
      char c = text[i];
      const char following = i + 1 < text.size() ? text[i + 1] : '\0';
      if (c == '\\' && (following == '"' || (lines && (following == '\\' || following == 'n')))) {
        c = following == 'n' ? '\n' : following;
        ++i;
      }
      unescaped_ += c;
    }
    return unescaped_;
  }

  TextLexer::Form form_;
  Vector<String> names_;
  Vector<Edge> edges_;
  HashIndex index_;
  String unescaped_;
};

bool ends_statement(const Token& token) {
  return token.kind == TokenKind::kNewline || token.kind == TokenKind::kEnd || token.is_sign(';');
}

class LinesParser {
 public:
  explicit LinesParser(std::string_view text) : lexer_(text, TextLexer::Form::kLines) {}

  Result<NamedGraph> arrows() {
    return parse([this] { return arrow_line(); });
  }
  Result<NamedGraph> branches() {
    return parse([this] { return branch_line(); });
  }

 private:
  void advance() { token_ = lexer_.next(); }

  template <class Line>
  Result<NamedGraph> parse(const Line& line) {
    for (advance(); token_.kind != TokenKind::kEnd; advance()) {
      if (ends_statement(token_)) continue;
      if (Problem problem = line()) return *problem;
    }
    return builder_.finish(token_);
  }

  Problem expect(const char* what) {
    return expected(token_.kind == TokenKind::kOpenString ? "a closing '\"'" : what, token_);
  }

  Problem name(const char* what, BlockId& block) {
    if (token_.kind != TokenKind::kName) return expect(what);
    return builder_.block(token_, block);
  }

  Problem arrow_line() {
    BlockId source = kNone;
    if (Problem problem = name("a block", source)) return problem;
    advance();
    if (ends_statement(token_)) return {};
    if (token_.kind != TokenKind::kArrow) return expect("'->' or the end of the line");
    advance();
    if (ends_statement(token_)) return {};
    const char* what = "a block or the end of the line";
    while (true) {
      BlockId target = kNone;
      if (Problem problem = name(what, target)) return problem;
      if (Problem problem = builder_.edge(source, target, token_)) return problem;
      advance();
      if (ends_statement(token_)) return {};
      const bool comma = token_.is_sign(',');
      if (comma) advance();
      what = comma ? "a block" : "',', a block or the end of the line";
    }
  }

  Problem branch_line() {
    const bool conditional = token_.is_word("c");
    if (!conditional && !token_.is_word("b")) return expect("'b' or 'c'");
    advance();
    BlockId source = kNone;
    const Token source_token = token_;
    if (Problem problem = name("the block that branches", source)) return problem;
    if (source >= has_statement_.size()) has_statement_.resize(source + 1, false);
    if (has_statement_[source]) return expected("a block that does not branch yet", source_token);
    has_statement_[source] = true;
    for (int slot = 0; slot < (conditional ? 2 : 1); ++slot) {
      advance();
      BlockId target = kNone;
      if (Problem problem = name("a block to branch to", target)) return problem;
      if (Problem problem = builder_.edge(source, target, token_)) return problem;
    }
    advance();
    if (!ends_statement(token_)) return expect("';' or the end of the line");
    return {};
  }

  TextLexer lexer_;
  Token token_;
  NamedGraphBuilder builder_{TextLexer::Form::kLines};
  Vector<bool> has_statement_;
};

class DotParser {
 public:
  explicit DotParser(std::string_view text) : lexer_(text, TextLexer::Form::kDot) {}

  /// Returns true if the text starts like a DOT graph: a graph keyword and an opening brace, with or without
  /// a name between them. In the form of lines, blocks may have these names, but there are no braces.
  static bool recognises(std::string_view text) {
    TextLexer lexer(text, TextLexer::Form::kDot);
    Token token = lexer.next();
    if (!token.is_word("digraph") && !token.is_word("graph") && !token.is_word("strict")) return false;
    for (int words = 0; token.kind == TokenKind::kName && words < 3; ++words) token = lexer.next();
    return token.is_sign('{');
  }

  Result<NamedGraph> parse() {
    advance();
    if (token_.is_word("strict")) {
      return expected("'digraph' ('strict' would merge edges that are slots of their own)", token_);
    }
    if (!token_.is_word("digraph")) return expected("'digraph' (control flow is directed)", token_);
    advance();
    if (token_.kind == TokenKind::kName) advance();
    if (!token_.is_sign('{')) return expected("'{'", token_);
    advance();
    uint64_t depth = 1;
    while (depth > 0) {
      if (token_.kind == TokenKind::kEnd) return expected("'}'", token_);
      if (Problem problem = statement(depth)) return *problem;
    }
    if (token_.kind != TokenKind::kEnd) return expected("the end of the text", token_);
    return builder_.finish(token_);
  }

 private:
  void advance() { token_ = lexer_.next(); }

  Problem expect(const char* what) {
    if (token_.kind == TokenKind::kOpenString) return expected("the end of a string or comment", token_);
    return expected(what, token_);
  }

  /// Reads one statement, or one brace of a subgraph.
  Problem statement(uint64_t& depth) {
    if (token_.is_sign(';') || token_.is_sign('{') || token_.is_sign('}')) {
      if (token_.sign == '{') ++depth;
      if (token_.sign == '}') --depth;
      advance();
      return {};
    }
    if (token_.is_word("subgraph")) {
      advance();
      if (token_.kind == TokenKind::kName) advance();
      return token_.is_sign('{') ? Problem() : expect("'{'");
    }
    if (token_.is_word("node") || token_.is_word("edge") || token_.is_word("graph")) {
      advance();
      return token_.is_sign('[') ? attributes() : expect("'['");
    }
    if (token_.kind != TokenKind::kName) return expect("a block, an attribute or '}'");
    const Token first = token_;
    advance();
    if (!token_.is_sign('=')) return edges_from(first);
    advance();
    if (token_.kind != TokenKind::kName && token_.kind != TokenKind::kHtml) return expect("a value");
    advance();
    return {};
  }

  /// Skips :port and :port:compass.
  Problem port() {
    while (token_.is_sign(':')) {
      advance();
      if (token_.kind != TokenKind::kName) return expect("a port");
      advance();
    }
    return {};
  }

  Problem edges_from(const Token& first) {
    BlockId source = kNone;
    if (Problem problem = builder_.block(first, source)) return problem;
    if (Problem problem = port()) return problem;
    while (token_.kind == TokenKind::kArrow) {
      advance();
      if (token_.kind != TokenKind::kName) return expect("a block");
      BlockId target = kNone;
      if (Problem problem = builder_.block(token_, target)) return problem;
      if (Problem problem = builder_.edge(source, target, token_)) return problem;
      source = target;
      advance();
      if (Problem problem = port()) return problem;
    }
    if (token_.is_sign('[')) return attributes();
    const bool next_statement = token_.kind == TokenKind::kName || token_.is_sign(';') ||
                                token_.is_sign('{') || token_.is_sign('}') || token_.kind == TokenKind::kEnd;
    return next_statement ? Problem() : expect("'->', '[', ';' or '}'");
  }

  /// Skips lists of attributes.
  Problem attributes() {
    while (token_.is_sign('[')) {
      advance();
      while (!token_.is_sign(']')) {
        const bool inside = token_.kind == TokenKind::kName || token_.kind == TokenKind::kHtml ||
                            token_.is_sign('=') || token_.is_sign(',') || token_.is_sign(';');
        if (!inside) return expect("']'");
        advance();
      }
      advance();
    }
    return {};
  }

  TextLexer lexer_;
  Token token_;
  NamedGraphBuilder builder_{TextLexer::Form::kDot};
};

void append_name(String& out, std::string_view name) {
  if (is_plain_name(name)) {
    out += name;
    return;
  }
  out += '"';
  for (char c : name) {
    if (c == '"' || c == '\\' || c == '\n') out += '\\';
    out += c == '\n' ? 'n' : c;
  }
  out += '"';
}

std::string_view without_byte_order_mark(std::string_view text) {
  return text.substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
}

}  // namespace

Result<NamedGraph> read_graph_text(std::string_view text) {
  text = without_byte_order_mark(text);
  if (DotParser::recognises(text)) return DotParser(text).parse();
  return LinesParser(text).arrows();
}

Result<NamedGraph> read_branch_text(std::string_view text) {
  return LinesParser(without_byte_order_mark(text)).branches();
}

String write_graph_text(const Graph& graph, std::span<const String> names) {
  String out;
  auto append = [&](BlockId block) {
    if (names.empty()) {
      out += 'b';
      out += decimal(block);
    } else {
      append_name(out, names[block]);
    }
  };
  auto append_line = [&](BlockId block) {
    append(block);
    if (!graph.successors(block).empty()) out += " ->";
    for (BlockId successor : graph.successors(block)) {
      out += ' ';
      append(successor);
    }
    out += '\n';
  };
  if (graph.block_count() != 0) append_line(graph.entry());
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    if (block != graph.entry()) append_line(block);
  }
  return out;
}

}  // namespace trellis::cfg
