// dxc's command line over dxcompiler.dll, for Wine. It takes dxc's own arguments, and these besides:
//
//   dxc FILE ARGUMENT...    compile
//   dxc @list LIST          compile each line of LIST, a command line of the form above, in this one process
//   dxc @asm FILE.ll OUT    assemble LLVM's text into a container; the validator signs it, or says what is wrong (exit code 3)
//   dxc @dis FILE           print a container's text
//   dxc @val FILE...        ask the validator: "ok FILE" or "FAILED FILE" and its messages
//
// In a line of LIST, double quotes group words. Each gets one line of output: "ok FILE", or "FAILED FILE MESSAGES", with | for
// the ends of lines in the messages. The exit code is 1 if any failed.
#include <io.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces.hpp"

namespace dxc {
namespace {

enum ExitCode { kDone = 0, kFailed = 1, kUnusable = 2, kInvalid = 3 };

/// A reference to an object of the library.
template <class Object>
class Owned {
 public:
  Owned() = default;
  ~Owned() {
    if (object_ != nullptr) object_->Release();
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  Object** to_fill() { return &object_; }
  void** to_fill_any() { return reinterpret_cast<void**>(&object_); }
  Object* get() const { return object_; }
  Object* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  Object* object_ = nullptr;
};

struct Library {
  Owned<Compiler> compiler;
  Owned<Utils> utils;
  Owned<Assembler> assembler;
  Owned<Validator> validator;
};

std::wstring wide(const std::string& text) {
  const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
  std::wstring result(static_cast<size_t>(size), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size);
  return result;
}

std::string narrow(const std::wstring& text) {
  const int length = static_cast<int>(text.size());
  const int size = WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr);
  std::string result(static_cast<size_t>(size), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), length, result.data(), size, nullptr, nullptr);
  return result;
}

bool read_file(const std::wstring& name, std::string& bytes) {
  std::ifstream in(std::filesystem::path(name), std::ios::binary);
  if (!in) return false;
  bytes.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

std::string bytes_of(Blob* blob) {
  if (blob == nullptr) return {};
  return {static_cast<const char*>(blob->GetBufferPointer()), blob->GetBufferSize()};
}

/// Without the zeros at the end that the library counts as part of its texts.
std::string text_of(Blob* blob) {
  std::string text = bytes_of(blob);
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

bool write_file(const std::wstring& name, const std::string& bytes) {
  std::ofstream out(std::filesystem::path(name), std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(out.flush());
}

void print(std::FILE* stream, const std::string& text) { std::fwrite(text.data(), 1, text.size(), stream); }

std::string hexadecimal(HRESULT status) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "0x%08lx", static_cast<unsigned long>(status));
  return digits;
}

std::wstring with_slashes(std::wstring path) {
  for (wchar_t& letter : path) {
    if (letter == L'\\') letter = L'/';
  }
  return path;
}

/// Opens what is included. A name such as /home/a.hlsli is relative to a drive on Windows, so the compiler takes it for a
/// relative one and asks for ./home/a.hlsli; the root is tried, too, if a name like that is on the command line.
class FileIncludes final : public IncludeHandler {
 public:
  FileIncludes(Utils* utils, bool has_rooted_names) : utils_(utils), has_rooted_names_(has_rooted_names) {}

  HRESULT STDMETHODCALLTYPE LoadSource(LPCWSTR name, Blob** source) override {
    *source = nullptr;
    std::wstring path = with_slashes(name);
    std::string text;
    if (!read(path, text)) {
      if (!has_rooted_names_ || path.compare(0, 2, L"./") != 0) return E_FAIL;
      path.erase(0, 1);
      if (!read(path, text)) return E_FAIL;
    }
    return utils_->CreateBlob(text.data(), static_cast<UINT32>(text.size()), kUtf8, source);
  }
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID wanted, void** object) override {
    const bool is_known = IsEqualGUID(wanted, kIncludeHandlerId) || IsEqualGUID(wanted, kUnknownId);
    *object = is_known ? this : nullptr;
    return is_known ? S_OK : E_NOINTERFACE;
  }
  // On the stack for as long as a compilation takes: not counted.
  ULONG STDMETHODCALLTYPE AddRef() override { return 1; }
  ULONG STDMETHODCALLTYPE Release() override { return 1; }

 private:
  static bool read(const std::wstring& path, std::string& text) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && read_file(path, text);
  }

  Utils* utils_;
  bool has_rooted_names_;
};

/// An option that names a file for an output.
struct OutputOption {
  const wchar_t* name;
  OutputKind kind;
};
constexpr OutputOption kOutputOptions[] = {
    {L"Fo", kObject},     {L"Fd", kPdb},        {L"Fe", kErrors}, {L"Fre", kReflection},
    {L"Frs", kRootSignature}, {L"Fsh", kShaderHash}, {L"Fi", kHlsl},   {L"Fc", kDisassembly},
};
/// Options whose value is the next word. With the outputs' they decide which word is the input.
constexpr const wchar_t* kValueOptions[] = {
    L"T",  L"E",  L"D",  L"I",  L"HV", L"rootsig-define", L"validator-version", L"exports", L"default-linkage",
    L"force-rootsig-ver", L"auto-binding-space", L"setrootsignature", L"setprivate", L"select-validator", L"encoding",
    L"denorm", L"memory-space", L"opt-disable", L"opt-enable", L"opt-select", L"print-before", L"print-after",
};

bool is_option(const std::wstring& word) { return word.size() > 1 && word[0] == L'-'; }

struct CommandLine {
  std::wstring input;
  std::vector<std::wstring> words;  ///< For the compiler, the input not among them.
  std::vector<std::pair<OutputKind, std::wstring>> outputs;
  std::wstring header, variable;    ///< Of -Fh and -Vn.
  bool prints_text = false;         ///< -P or -M: the result is text, for standard output unless a file is named.
  std::wstring rule_file;           ///< Of -MF.
  bool writes_rules = false;        ///< -MD.
};

class CommandLineReader {
 public:
  explicit CommandLineReader(const std::vector<std::wstring>& words) : words_(words) {}

  CommandLine read() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      const std::wstring& word = words_[at_];
      if (!is_option(word)) {
        if (line_.input.empty()) line_.input = word;
        else line_.words.push_back(word);
      } else if (!read_output() && !read_special(word)) {
        pass(word);
      }
    }
    return std::move(line_);
  }

 private:
  /// -Fo NAME or -FoNAME. The compiler puts the name of -Fd into the container.
  bool read_output() {
    for (const OutputOption& option : kOutputOptions) {
      std::wstring value;
      if (!value_of(option.name, value)) continue;
      if (option.kind == kPdb) {
        line_.words.push_back(L"-Fd");
        line_.words.push_back(value);
      }
      line_.outputs.emplace_back(option.kind, value);
      return true;
    }
    return false;
  }

  bool read_special(const std::wstring& word) {
    // How dxc.exe prints, which does not concern the compiler.
    for (const wchar_t* option : {L"-nologo", L"-Cc", L"-Ni", L"-No", L"-Lx"}) {
      if (word == option) return true;
    }
    if (value_of(L"Fh", line_.header) || value_of(L"Vn", line_.variable) || value_of(L"MF", line_.rule_file)) return true;
    if (word == L"-MD") line_.writes_rules = true;
    if (word == L"-P" || word == L"-M") line_.prints_text = true;
    if (word == L"-MD") {
      line_.words.push_back(L"-M");
      return true;
    }
    return false;
  }

  void pass(const std::wstring& word) {
    line_.words.push_back(word);
    for (const wchar_t* option : kValueOptions) {
      if (word.substr(1) == option && at_ + 1 < words_.size()) {
        line_.words.push_back(words_[++at_]);
        return;
      }
    }
  }

  /// The value of the option at hand, in the same word or the next; false: it is another option.
  bool value_of(const std::wstring& name, std::wstring& value) {
    const std::wstring& word = words_[at_];
    if (word.compare(1, name.size(), name) != 0) return false;
    if (word.size() == name.size() + 1) {
      if (at_ + 1 < words_.size()) value = words_[++at_];
      return true;
    }
    // -Fo is the beginning of no other option; -Fre, -Frs and -Fsh are longer than each of theirs.
    value = word.substr(name.size() + 1);
    return true;
  }

  const std::vector<std::wstring>& words_;
  size_t at_ = 0;
  CommandLine line_;
};

/// The container as a C array, as -Fh writes it.
std::string header_text(const std::string& bytes, const std::string& variable, const std::string& listing) {
  std::string text = "#if 0\n" + listing + "\n#endif\n\nconst unsigned char " + variable + "[] = {";
  for (size_t i = 0; i < bytes.size(); ++i) {
    char number[8];
    std::snprintf(number, sizeof number, "0x%02x", static_cast<unsigned char>(bytes[i]));
    text += i == 0 ? "\n  " : i % 12 == 0 ? ",\n  " : ", ";
    text += number;
  }
  return text + "\n};\n";
}

class Compilation {
 public:
  Compilation(Library& library, const CommandLine& line) : library_(library), line_(line) {}

  /// 0, or 1 if there were errors. What dxc said goes to `messages`.
  int run(std::string& messages) {
    std::string source;
    if (line_.input.empty() || !read_file(line_.input, source)) {
      messages = "dxc: cannot read '" + narrow(line_.input) + "'\n";
      return kFailed;
    }
    std::vector<LPCWSTR> words = {line_.input.c_str()};
    for (const std::wstring& word : line_.words) words.push_back(word.c_str());
    FileIncludes includes(library_.utils.get(), has_rooted_names());
    const Buffer buffer = {source.data(), source.size(), 0};
    HRESULT status = library_.compiler->Compile(&buffer, words.data(), static_cast<UINT32>(words.size()), &includes,
                                                kResultId, result_.to_fill_any());
    if (FAILED(status) || !result_) {
      messages = "dxc: the compilation did not start: status " + hexadecimal(status) + "\n";
      return kFailed;
    }
    result_->GetStatus(&status);
    Owned<Blob> errors;
    if (SUCCEEDED(result_->GetErrorBuffer(errors.to_fill()))) messages = text_of(errors.get());
    mend_names(messages);
    const bool has_failed = FAILED(status);
    if (has_failed && messages.empty()) messages = "dxc: the compiler failed with status " + hexadecimal(status) + "\n";
    if (!write_outputs(has_failed, messages) || has_failed) return kFailed;
    return write_result(messages) ? kDone : kFailed;
  }

 private:
  bool write(const std::wstring& name, const std::string& bytes, std::string& messages) {
    if (write_file(name, bytes)) return true;
    messages += "dxc: cannot write '" + narrow(name) + "'\n";
    return false;
  }

  /// Names of included files as they are on this system: the compiler joins folders of -I with \\, and takes the root off.
  void mend_names(std::string& text) const {
    for (size_t n = 0; n < line_.words.size(); ++n) {
      const std::wstring& word = line_.words[n];
      std::wstring folder = word == L"-I" && n + 1 < line_.words.size() ? line_.words[n + 1]
                            : word.compare(0, 2, L"-I") == 0            ? word.substr(2)
                                                                        : std::wstring();
      folder = with_slashes(folder);
      while (folder.size() > 1 && folder.back() == L'/') folder.pop_back();
      while (folder.compare(0, 2, L"./") == 0) folder.erase(0, 2);
      if (folder.empty()) continue;
      const std::string name = narrow(folder), shown = name[0] == '/' ? name.substr(1) : name;
      for (size_t at = text.find(shown + '\\'); at != std::string::npos; at = text.find(shown + '\\', at + 1)) {
        size_t start = at;
        if (name[0] == '/') {
          while (start > 0 && text[start - 1] == '/') --start;
          if (start > 0 && start < at && text[start - 1] == '.') --start;
        }
        text.replace(start, at + shown.size() + 1 - start, name + '/');
        at = start;
      }
    }
  }

  bool has_rooted_names() const {
    const auto is_rooted = [](const std::wstring& word) {
      return word[0] == L'/' || word.compare(0, 3, L"-I/") == 0;
    };
    if (is_rooted(line_.input)) return true;
    return std::any_of(line_.words.begin(), line_.words.end(), [&](const std::wstring& word) {
      return !word.empty() && is_rooted(word);
    });
  }

  std::string output(UINT kind) {
    Owned<Blob> part;
    if (!result_->HasOutput(kind)) return {};
    result_->GetOutput(kind, kBlobId, part.to_fill_any(), nullptr);
    return bytes_of(part.get());
  }

  std::string result_bytes() {
    Owned<Blob> blob;
    result_->GetResult(blob.to_fill());
    return bytes_of(blob.get());
  }

  /// All that options name; after errors only the file for the messages.
  bool write_outputs(bool has_failed, std::string& messages) {
    for (const auto& [kind, name] : line_.outputs) {
      if ((has_failed || line_.prints_text || line_.writes_rules) && kind != kErrors) continue;
      const std::string bytes = kind == kErrors        ? messages
                          : kind == kObject      ? result_bytes()
                          : kind == kDisassembly ? disassembly()
                                                 : output(kind);
      const bool is_folder = kind == kPdb && !name.empty() && (name.back() == L'/' || name.back() == L'\\');
      if (!write(is_folder ? name + name_of_pdb() : name, bytes, messages)) return false;
    }
    return true;
  }

  /// The hash of the program, which the container has, too.
  std::wstring name_of_pdb() {
    Owned<Blob> part, name;
    result_->GetOutput(kPdb, kBlobId, part.to_fill_any(), name.to_fill());
    return name ? std::wstring(static_cast<const wchar_t*>(name->GetBufferPointer())) : std::wstring();
  }

  std::string disassembly() {
    const std::string bytes = result_bytes();
    const Buffer buffer = {bytes.data(), bytes.size(), 0};
    Owned<Result> text;
    Owned<Blob> blob;
    if (FAILED(library_.compiler->Disassemble(&buffer, kResultId, text.to_fill_any())) || !text) return {};
    text->GetResult(blob.to_fill());
    return text_of(blob.get());
  }

  /// The header, rules and preprocessed text; where no file is named, the container's text, as dxc does it.
  bool write_result(std::string& messages) {
    if (!line_.header.empty()) {
      const std::string name = line_.variable.empty() ? "g_main" : narrow(line_.variable);
      return write(line_.header, header_text(result_bytes(), name, disassembly()), messages);
    }
    const bool has_file = !line_.outputs.empty();
    if (line_.writes_rules || line_.prints_text) {
      std::string text = result_bytes();
      while (!text.empty() && text.back() == '\0') text.pop_back();
      mend_names(text);
      std::wstring file = line_.rule_file;
      for (const auto& [kind, name] : line_.outputs) {
        if (file.empty() && kind == kHlsl) file = name;
      }
      if (file.empty() && line_.writes_rules) {
        file = std::filesystem::path(line_.input).replace_extension(L".d").wstring();
      }
      if (!file.empty()) return write(file, text, messages);
      print(stdout, text);
      return true;
    }
    if (!has_file) print(stdout, disassembly());
    return true;
  }

  Library& library_;
  const CommandLine& line_;
  Owned<Result> result_;
};

int compile(Library& library, const std::vector<std::wstring>& words, std::string& messages) {
  const CommandLine line = CommandLineReader(words).read();
  return Compilation(library, line).run(messages);
}

/// The words of a line; double quotes group them.
std::vector<std::wstring> words_of(const std::string& line) {
  std::vector<std::wstring> words;
  std::string word;
  bool is_quoted = false, is_word = false;
  for (const char letter : line + " ") {
    const bool is_blank = letter == ' ' || letter == '\t' || letter == '\r';
    if (letter == '"') {
      is_quoted = !is_quoted;
      is_word = true;
    } else if (is_blank && !is_quoted) {
      if (is_word) words.push_back(wide(word));
      word.clear();
      is_word = false;
    } else {
      word += letter;
      is_word = true;
    }
  }
  return words;
}

int run_list(Library& library, const std::wstring& file) {
  std::ifstream list{std::filesystem::path(file)};
  if (!list) {
    std::fprintf(stderr, "dxc: cannot read '%s'\n", narrow(file).c_str());
    return kUnusable;
  }
  int code = kDone;
  for (std::string line; std::getline(list, line);) {
    const std::vector<std::wstring> words = words_of(line);
    if (words.empty()) continue;
    std::string messages;
    const bool failed = compile(library, words, messages) != kDone;
    if (failed) code = kFailed;
    for (char& letter : messages) {
      if (letter == '\n' || letter == '\r') letter = '|';
    }
    print(stdout, (failed ? "FAILED " : "ok ") + narrow(words[0]) + (failed ? " " + messages : "") + "\n");
    std::fflush(stdout);
  }
  return code;
}

int validate(Library& library, Blob* container, bool in_place, std::string& messages) {
  Owned<OperationResult> result;
  if (FAILED(library.validator->Validate(container, in_place ? 1 : 0, result.to_fill())) || !result) return kFailed;
  HRESULT status = E_FAIL;
  result->GetStatus(&status);
  Owned<Blob> errors;
  if (SUCCEEDED(result->GetErrorBuffer(errors.to_fill()))) messages = text_of(errors.get());
  return SUCCEEDED(status) ? kDone : kFailed;
}

int assemble(Library& library, const std::wstring& input, const std::wstring& to) {
  std::string text, messages;
  if (!read_file(input, text)) return kUnusable;
  Owned<Blob> source, errors, container;
  library.utils->CreateBlob(text.data(), static_cast<UINT32>(text.size()), 0, source.to_fill());
  Owned<OperationResult> result;
  if (FAILED(library.assembler->AssembleToContainer(source.get(), result.to_fill())) || !result) return kFailed;
  HRESULT status = E_FAIL;
  result->GetStatus(&status);
  result->GetErrorBuffer(errors.to_fill());
  print(stderr, text_of(errors.get()));
  if (FAILED(status)) return kFailed;
  result->GetResult(container.to_fill());
  const int code = validate(library, container.get(), true, messages);
  print(stderr, messages);
  if (!write_file(to, bytes_of(container.get()))) return kUnusable;
  return code == kDone ? kDone : kInvalid;
}

int disassemble(Library& library, const std::wstring& file) {
  std::string bytes;
  if (!read_file(file, bytes)) return kUnusable;
  const Buffer buffer = {bytes.data(), bytes.size(), 0};
  Owned<Result> result;
  Owned<Blob> text;
  if (FAILED(library.compiler->Disassemble(&buffer, kResultId, result.to_fill_any())) || !result) return kFailed;
  HRESULT status = E_FAIL;
  result->GetStatus(&status);
  if (FAILED(status)) return kFailed;
  result->GetResult(text.to_fill());
  print(stdout, text_of(text.get()) + "\n");
  return kDone;
}

int validate_all(Library& library, const std::vector<std::wstring>& files) {
  int code = kDone;
  for (const std::wstring& file : files) {
    std::string bytes, messages;
    if (!read_file(file, bytes)) return kUnusable;
    Owned<Blob> blob;
    library.utils->CreateBlob(bytes.data(), static_cast<UINT32>(bytes.size()), 0, blob.to_fill());
    const bool failed = validate(library, blob.get(), false, messages) != kDone;
    if (failed) code = kFailed;
    print(stdout, (failed ? "FAILED " : "ok ") + narrow(file) + "\n" + messages);
    if (!messages.empty() && messages.back() != '\n') print(stdout, "\n");
    std::fflush(stdout);
  }
  return code;
}

bool open_library(Library& library) {
  const HMODULE module = LoadLibraryA("dxcompiler.dll");
  if (module == nullptr) return false;
  using Create = HRESULT(WINAPI*)(REFCLSID, REFIID, void**);
  const auto create = reinterpret_cast<Create>(reinterpret_cast<void*>(GetProcAddress(module, "DxcCreateInstance")));
  const auto make = [create](const Service& service, void** object) {
    return SUCCEEDED(create(service.class_id, service.interface_id, object));
  };
  return create != nullptr && make(kCompiler, library.compiler.to_fill_any()) && make(kUtils, library.utils.to_fill_any()) &&
         make(kAssembler, library.assembler.to_fill_any()) && make(kValidator, library.validator.to_fill_any());
}

int run(const std::vector<std::wstring>& words) {
  // dxcompiler.dll stays loaded until the process ends, so nothing of it needs to be torn down.
  Library& library = *new Library;
  if (words.empty()) {
    std::fprintf(stderr, "dxc: no input\n");
    return kUnusable;
  }
  if (!open_library(library)) {
    std::fprintf(stderr, "dxc: dxcompiler.dll, which belongs beside this program, is missing or too old\n");
    return kUnusable;
  }
  const std::wstring& first = words[0];
  if (first == L"@list" && words.size() == 2) return run_list(library, words[1]);
  if (first == L"@asm" && words.size() == 3) return assemble(library, words[1], words[2]);
  if (first == L"@dis" && words.size() == 2) return disassemble(library, words[1]);
  if (first == L"@val") return validate_all(library, {words.begin() + 1, words.end()});
  std::string messages;
  const int code = compile(library, words, messages);
  print(stderr, messages);
  return code;
}

}  // namespace
}  // namespace dxc

int wmain(int count, wchar_t** words) {
  // Texts as they are: no carriage returns.
  _setmode(1, 0x8000);
  _setmode(2, 0x8000);
  const int code = dxc::run({words + 1, words + count});
  std::fflush(stdout);
  std::fflush(stderr);
  // Without the library's own end, which takes a while under Wine and frees what the system frees anyway.
  _exit(code);
}
