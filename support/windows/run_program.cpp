// The program's standard streams are temporary files, not pipes. So the only thing to wait for is the
// program's end, and the system keeps such files in memory while it can.
#include "support/run_program.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "support/windows/api.hpp"

namespace trellis {
namespace {

constexpr uint64_t kMostErrorBytes = 64 * 1024;
constexpr uint64_t kMostOutputBytes = uint64_t{1} << 32;
constexpr DWORD kMostBytesAtOnce = 1 << 20;

/// A handle that closes itself.
class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() {
    if (handle_ != nullptr) ::CloseHandle(handle_);
  }

  HANDLE get() const { return handle_; }
  bool open() const { return handle_ != nullptr; }

 private:
  HANDLE handle_ = nullptr;
};

Diagnostic last_error(const char* what) {
  return internal_check(String(what) + ": " + windows::error_text(::GetLastError()));
}

/// Creates an empty file that child programs may inherit and that is deleted when its last handle is closed.
Handle make_stream() {
  wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
  const DWORD length = ::GetTempPathW(MAX_PATH + 1, folder);
  if (length == 0 || length > MAX_PATH || ::GetTempFileNameW(folder, L"tre", 0, name) == 0) return {};
  SECURITY_ATTRIBUTES inherited = {};
  inherited.nLength = sizeof inherited;
  inherited.bInheritHandle = TRUE;
  return Handle(::CreateFileW(name, GENERIC_READ | GENERIC_WRITE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited,
                              CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
}

bool rewind(const Handle& file) {
  return ::SetFilePointerEx(file.get(), LARGE_INTEGER{}, nullptr, FILE_BEGIN) != 0;
}

bool write_all(const Handle& file, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const auto size = static_cast<DWORD>(std::min<size_t>(bytes.size(), kMostBytesAtOnce));
    DWORD written = 0;
    if (::WriteFile(file.get(), bytes.data(), size, &written, nullptr) == 0) return false;
    bytes = bytes.subspan(written);
  }
  return true;
}

bool read_all(const Handle& file, String& text, uint64_t most) {
  LARGE_INTEGER end = {};
  if (::GetFileSizeEx(file.get(), &end) == 0 || !rewind(file)) return false;
  const uint64_t size = std::min(static_cast<uint64_t>(end.QuadPart), most);
  text.resize(static_cast<size_t>(size));
  for (size_t at = 0; at < text.size();) {
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min<size_t>(text.size() - at, kMostBytesAtOnce));
    if (::ReadFile(file.get(), text.data() + at, wanted, &count, nullptr) == 0 || count == 0) return false;
    at += count;
  }
  return true;
}

/// Appends an argument, quoted as Microsoft's C runtime parses command lines.
void append_argument(std::wstring& line, const std::wstring& argument) {
  if (!line.empty()) line += L' ';
  line += L'"';
  size_t backslashes = 0;
  for (const wchar_t letter : argument) {
    if (letter == L'\\') {
      ++backslashes;
      continue;
    }
    // Backslashes are literal except before a quotation mark.
    line.append(letter == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
    backslashes = 0;
    line += letter;
  }
  line.append(2 * backslashes, L'\\');
  line += L'"';
}

/// Finds the program file of that name: the name itself if it contains a folder, else a file on PATH, never
/// in the current folder. Scripts are not considered, since their arguments would go through a command
/// interpreter. Returns an empty name if there is none.
std::wstring find_program(std::wstring name) {
  constexpr std::wstring_view kSuffix = L".exe";
  const bool has_suffix = name.size() >= kSuffix.size() &&
                          ::_wcsicmp(name.c_str() + name.size() - kSuffix.size(), kSuffix.data()) == 0;
  if (!has_suffix) name += kSuffix;
  if (name.find_first_of(L"/\\:") != std::wstring::npos) {
    const DWORD attributes = ::GetFileAttributesW(name.c_str());
    const bool is_file =
        attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
    return is_file ? name : std::wstring();
  }
  const DWORD length = ::GetEnvironmentVariableW(L"PATH", nullptr, 0);
  if (length == 0) return {};
  std::wstring folders(length, L'\0'), found(32768, L'\0');
  folders.resize(::GetEnvironmentVariableW(L"PATH", folders.data(), length));
  const DWORD found_length = ::SearchPathW(folders.c_str(), name.c_str(), nullptr,
                                           static_cast<DWORD>(found.size()), found.data(), nullptr);
  found.resize(found_length < found.size() ? found_length : 0);
  return found;
}

/// Creates a group of processes, the program and what it starts, that end when the handle is closed.
Handle make_group() {
  Handle group(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (group.open() &&
      ::SetInformationJobObject(group.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits) == 0)
    return {};
  return group;
}

/// The list of handles that a child is to inherit. Other threads may start programs at the same time, and
/// their handles must not be inherited.
class InheritedHandles {
 public:
  explicit InheritedHandles(std::span<HANDLE> handles) {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    memory_.resize(size);
    auto* list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    if (::InitializeProcThreadAttributeList(list, 1, 0, &size) == 0) return;
    list_ = list;
    is_complete_ = ::UpdateProcThreadAttribute(list_, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles.data(),
                                               handles.size_bytes(), nullptr, nullptr) != 0;
  }
  ~InheritedHandles() {
    if (list_ != nullptr) ::DeleteProcThreadAttributeList(list_);
  }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;

  LPPROC_THREAD_ATTRIBUTE_LIST list() const { return is_complete_ ? list_ : nullptr; }

 private:
  Vector<unsigned char> memory_;
  LPPROC_THREAD_ATTRIBUTE_LIST list_ = nullptr;
  bool is_complete_ = false;
};

/// Starts the program in the group. Returns an empty handle if that fails.
Handle start(const std::wstring& program, std::wstring line, std::span<HANDLE, 3> streams,
             const Handle& group) {
  const InheritedHandles inherited(streams);
  if (inherited.list() == nullptr) return {};
  STARTUPINFOEXW how = {};
  how.StartupInfo.cb = sizeof how;
  how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  how.StartupInfo.hStdInput = streams[0];
  how.StartupInfo.hStdOutput = streams[1];
  how.StartupInfo.hStdError = streams[2];
  how.lpAttributeList = inherited.list();
  PROCESS_INFORMATION started = {};
  constexpr DWORD kFlags = EXTENDED_STARTUPINFO_PRESENT | CREATE_SUSPENDED | CREATE_NO_WINDOW;
  if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, kFlags, nullptr, nullptr,
                       &how.StartupInfo, &started) == 0) {
    return {};
  }
  Handle process(started.hProcess);
  const Handle thread(started.hThread);
  if (::AssignProcessToJobObject(group.get(), process.get()) == 0 ||
      ::ResumeThread(thread.get()) == static_cast<DWORD>(-1)) {
    const DWORD error = ::GetLastError();
    ::TerminateProcess(process.get(), 1);
    ::SetLastError(error);
    return {};
  }
  return process;
}

}  // namespace

Result<ProgramOutput> run_program(const Vector<String>& arguments, std::span<const char> input,
                                  double seconds, bool (*)()) {
  ProgramOutput result;
  std::wstring line, name;
  for (const String& argument : arguments) {
    std::wstring wide;
    if (!windows::widen(argument, wide))
      return bad_input("an argument for " + arguments[0] + " is not UTF-8");
    if (line.empty()) name = wide;
    append_argument(line, wide);
  }
  const std::wstring program = find_program(name);
  if (program.empty()) return result;
  const Handle in = make_stream(), out = make_stream(), errors = make_stream();
  if (!in.open() || !out.open() || !errors.open() || !write_all(in, input) || !rewind(in)) {
    return last_error("temporary file");
  }
  const Handle group = make_group();
  if (!group.open()) return last_error("CreateJobObject");
  HANDLE streams[3] = {in.get(), out.get(), errors.get()};
  const Handle process = start(program, line, streams, group);
  if (!process.open()) return last_error("CreateProcess");
  result.found = true;
  const double milliseconds = std::clamp(seconds * 1000, 0.0, 4e9);
  result.finished = ::WaitForSingleObject(process.get(), static_cast<DWORD>(milliseconds)) == WAIT_OBJECT_0;
  // Processes that the program has started and left running would continue to write.
  ::TerminateJobObject(group.get(), 1);
  ::WaitForSingleObject(process.get(), INFINITE);
  DWORD status = 0;
  if (result.finished && ::GetExitCodeProcess(process.get(), &status) == 0)
    return last_error("GetExitCodeProcess");
  // An unhandled exception ends a program with the number of the exception, an NTSTATUS whose severity is
  // "error".
  if (status >= 0xc000'0000) result.finished = false;
  if (result.finished) result.exit_status = static_cast<int>(status);
  if (!read_all(out, result.output, kMostOutputBytes) || !read_all(errors, result.errors, kMostErrorBytes)) {
    return last_error("temporary file");
  }
  return result;
}

}  // namespace trellis
