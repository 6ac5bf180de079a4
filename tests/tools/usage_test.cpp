// Tests bad usage, help and version.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tests/support/files.hpp"
#include "tests/tools/program.hpp"
#include "tools/help.hpp"

namespace trellis::tools_test {
namespace {

class Usage : public InFolder {
 protected:
  void expect_usage_error(const std::vector<std::string>& arguments, const std::string& part) {
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    EXPECT_EQ(run.errors.rfind("trellis: error: ", 0), 0u) << run.errors;
    EXPECT_NE(run.errors.find(part), std::string::npos) << run.errors;
    EXPECT_EQ(run.output, "");
    EXPECT_TRUE(files().empty());
  }

  const std::string good_ = shader("control_flow/break_continue_mixed").string();
  const std::string other_ = shader("control_flow/gcd_three_forms").string();
};

TEST_F(Usage, NothingGiven) { expect_usage_error({}, "no input given"); }

TEST_F(Usage, RangesAreInPlainNumbers) {
  expect_usage_error({good_, "-o", path("a.spv"), "--time-limit", "0"},
                     "'0' is not in the range 0.01 to 1000000\n");
  expect_usage_error({good_, "-o", path("a.spv"), "--jobs", "x"}, "'x' is not in the range 1 to 1024\n");
}

TEST_F(Usage, LettersOfOtherCompilersAreExplained) {
  expect_usage_error({good_, "-o", path("a.spv"), "-V"}, "--version prints the version");
}

TEST_F(Usage, UnknownOption) { expect_usage_error({good_, "-o", path("a.spv"), "--optimise"}, "--optimise"); }

TEST_F(Usage, MisspelledOptionsAndCommands) {
  expect_usage_error({good_, "-o", path("a.spv"), "--emitt", "spv"}, "--emitt (did you mean --emit?)");
  expect_usage_error({good_, "-o", path("a.spv"), "--taget=vulkan1.1"}, "--taget (did you mean --target?)");
  expect_usage_error({"cfg", "a", "--stat"}, "--stat (did you mean --stats?)");
  expect_usage_error({"cfg", "a", "b"}, "unexpected argument 'b'");
  expect_usage_error({"cfgg"}, "(did you mean cfg?); commands are cfg, tinywgsl, help");
  expect_usage_error({"tinywglsl", "a.tw"}, "(did you mean tinywgsl?)");
  expect_usage_error({"nothing"}, "no such file or command: 'nothing'; commands are cfg");
  expect_usage_error({"help", "cgf"}, "no such command: 'cgf' (did you mean cfg?)");
  expect_usage_error({"help", "cfg", "cfg"}, "at most one command");
  // A word that resembles nothing gets no suggestion.
  EXPECT_EQ(trellis({good_, "-o", path("a.spv"), "--qqqqqqqq"}).errors.find("did you mean"),
            std::string::npos);
  EXPECT_EQ(trellis({"nothing", "-o", path("a.spv")}).exit_code, 1) << "a file that is not there";
}

TEST_F(Usage, HelpIsACommandToo) {
  EXPECT_EQ(trellis({"help"}).output, trellis({"--help"}).output);
  EXPECT_EQ(trellis({"help", "help"}).output, trellis({"--help"}).output);
  for (const char* command : {"cfg", "tinywgsl"}) {
    EXPECT_EQ(trellis({"help", command}).output, trellis({command, "--help"}).output);
    EXPECT_EQ(trellis({"help", command}).exit_code, 0);
    EXPECT_NE(trellis({"--help"}).output.find(std::string("\n  trellis ") + command), std::string::npos);
  }
}

TEST_F(Usage, UnknownKindOrTarget) {
  expect_usage_error({good_, "-o", path("a.spv"), "--emit", "wasm"}, "--emit");
  expect_usage_error({good_, "-o", path("a.spv"), "--target", "vulkan9"}, "--target");
}

TEST_F(Usage, MissingValue) {
  expect_usage_error({good_, "-o"}, "--output");
  expect_usage_error({good_, "-o", path("a.spv"), "--jobs", "none"}, "--jobs");
  expect_usage_error({good_, "-o", path("a.spv"), "--jobs", "0"}, "--jobs");
}

TEST_F(Usage, InstrumentOptionsNeedTheirInstrument) {
  expect_usage_error({good_, "-o", path("a.spv"), "--report-buffer", "1", "0"},
                     "--report-buffer requires --check-descriptors");
  expect_usage_error({good_, "-o", path("a.spv"), "--check-descriptors", "--counter-buffer", "1", "0"},
                     "--counter-buffer requires --count-instructions");
  expect_usage_error({good_, "-o", path("a.spv"), "--count-instructions", "--shader-hash", "12"},
                     "--shader-hash requires --check-descriptors");
  expect_usage_error({good_, "-o", path("a.spv"), "--descriptor-format", "cookies"},
                     "--descriptor-format requires --check-descriptors");
  expect_usage_error({good_, "-o", path("a.spv"), "--check-descriptors", "--descriptor-format", "cookie"},
                     "--descriptor-format");
  for (const char* hash : {"0x", "12 ", "xyz", "0x10000000000000000"}) {
    expect_usage_error({good_, "-o", path("a.spv"), "--check-descriptors", "--shader-hash", hash},
                       "is not a 64-bit hexadecimal number");
  }
  expect_usage_error({good_, "-o", path("a.spv"), "--check-descriptors", "--report-buffer", "1"},
                     "--report-buffer");
}

TEST_F(Usage, OutputMissing) { expect_usage_error({good_}, "no output given"); }

TEST_F(Usage, SeveralInputsNeedAFolder) {
  expect_usage_error({good_, other_}, "add -o FOLDER");
  expect_usage_error({good_, other_, "-o", "-"}, "standard output");
  expect_usage_error({good_, other_, "-o", good_}, "is a file");
}

TEST_F(Usage, OutputsMustDiffer) {
  expect_usage_error({good_, good_, "-o", path("out")}, "would both be written to");
}

TEST_F(Usage, InputIsNotOverwritten) { expect_usage_error({good_, "-o", good_}, "is the input itself"); }

TEST_F(Usage, UnknownExtensionsAndCapabilitiesAreErrors) {
  expect_usage_error({good_, "-o", path("a.spv"), "--extensions", "SPV_KHR_ray_query,SPV_KHR_nobody"},
                     "extension named 'SPV_KHR_nobody'");
  expect_usage_error({good_, "-o", path("a.spv"), "--capabilities", "Int63"}, "capability named 'Int63'");
  expect_usage_error({good_, "-o", path("a.spv"), "--memory-model", "d3d"}, "--memory-model");
}

TEST_F(Usage, ViewsAreNumbers) {
  const auto expect_wrong = [this](std::vector<std::string> options, const std::string& text) {
    options.insert(options.begin(), {good_, "-o", path("a.spv")});
    expect_usage_error(options, text);
  };
  expect_wrong({"--views", "two"}, "--views: 'two' is not a number");
  expect_wrong({"--views", "id:"}, "--views: 'id:' is not a number");
  expect_wrong({"--views", "id:3=x"}, "--views: 'id:3=x' is not a number");
  expect_wrong({"--view-mask", "3"}, "--view-mask requires --views");
  expect_wrong({"--last-before-rasterizer"}, "--last-before-rasterizer requires --views");
  expect_wrong({"--views", "2", "--view-method", "layers"}, "--view-method");
  expect_wrong({"--views", "2", "--view-location", "4", "0", "0"}, "'4' is not a view");
  expect_wrong({"--views", "2", "--view-location", "0", "left", "0"}, "'left' is not a number");
  expect_wrong({"--views", "2", "--view-mask", "root:"}, "'root:' is not a byte offset");
}

TEST_F(Usage, ShiftsAreNumbers) {
  expect_usage_error({good_, "-o", path("a.spv"), "--vertex-input", "7", "0"}, "'7' is not a semantic");
  expect_usage_error({good_, "-o", path("a.spv"), "--vertex-input", "COLOR", "x"}, "'x' is not a location");
  const auto expect_wrong = [this](std::vector<std::string> options, const std::string& text) {
    options.insert(options.begin(), {good_, "-o", path("a.spv")});
    expect_usage_error(options, text);
  };
  expect_wrong({"--location", "inward", "COLOR", "1"}, "'inward' is not a signature");
  expect_wrong({"--location", "input", "3", "1"}, "'3' is not a semantic");
  expect_wrong({"--location", "input", "COLOR", "1.x"}, "'1.x' is not a location");
  expect_wrong({"--stream-output", "COLOR.xz", "0", "0"}, "'COLOR.xz' is not an output");
  expect_wrong({"--stream-output", "a:COLOR", "0", "0"}, "'a:COLOR' is not an output");
  expect_wrong({"--stream-output", "COLOR", "-", "0"}, "'-' is not a buffer");
  expect_wrong({"--stream-output", "COLOR", "0", "last"}, "'last' is not an offset");
  expect_wrong({"--stream-output-stride", "4", "16"}, "'4 16' is not a buffer");
  expect_wrong({"--output-swizzle", "8", "rgba"}, "'8' is not a render target");
  expect_wrong({"--output-swizzle", "0", "rgb"}, "'rgb' is not four letters of r, g, b and a");
  expect_wrong({"--rasterized-stream", "first"}, "'first' is not a stream");
  expect_usage_error({good_, "-o", path("a.spv"), "--t-shift", "many", "0"}, "'many' is not a number");
  expect_usage_error({good_, "-o", path("a.spv"), "--t-shift", "1", "here"},
                     "'here' is not a register space");
  expect_usage_error({good_, "-o", path("a.spv"), "--u-shift", "99999999999", "0"}, "is not a number");
  expect_usage_error({good_, "-o", path("a.spv"), "--space-set", "all", "0"},
                     "'all' is not a register space");
  expect_usage_error({good_, "-o", path("a.spv"), "--space-set", "1", "last"},
                     "'last' is not a descriptor set");
}

TEST_F(Usage, HeapPlacesAreNumbers) {
  expect_usage_error({good_, "-o", path("a.spv"), "--resource-heap", "many", "0"}, "--resource-heap");
  expect_usage_error({good_, "-o", path("a.spv"), "--sampler-heap", "1"}, "--sampler-heap");
  expect_usage_error({good_, "-o", path("a.spv"), "--counter-heap", "1", "-1"}, "--counter-heap");
  expect_usage_error({good_, "-o", path("a.spv"), "--heap-type-binding", "cbuffer", "1", "0"}, "'cbuffer'");
  expect_usage_error({good_, "-o", path("a.spv"), "--heap-type-binding", "cbv", "x", "0"},
                     "--heap-type-binding");
}

TEST_F(Usage, HeapBindingsFollowTheOptions) {
  const RunResult run = trellis({shader("resources/heap_counter_and_coherent_uav").string(), "--emit",
                                 "spvasm", "--resource-heap", "17", "2", "--counter-heap", "18", "3"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* part : {"Binding 17", "DescriptorSet 2", "Binding 18", "DescriptorSet 3"}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part;
  }
}

TEST_F(Usage, HeapTypesGetTheirOwnBindings) {
  const RunResult run =
      trellis({shader("resources/heap_counter_and_coherent_uav").string(), "--emit", "spvasm",
               "--heap-type-binding", "uav-buffer", "7", "4", "--heap-type-binding", "cbv", "8", "4"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* part : {"Binding 7\n", "DescriptorSet 4", "Binding 5001"}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(run.output.find("Binding 5000"), std::string::npos);
}

TEST_F(Usage, ListOperationsTakesNoOtherOptions) {
  expect_usage_error({good_, "--list-operations"}, "no input");
  expect_usage_error({"--list-operations", "--reflect"}, "no options but --format and --shader-model");
  expect_usage_error({good_, "--shader-model", "6.9"}, "--shader-model requires --list-operations");
  expect_usage_error({"--list-operations", "--shader-model", "5.1"}, "--shader-model");
  expect_usage_error({good_, "-o", path("a.spv"), "--format", "json"}, "--format requires --list-operations");
  expect_usage_error({"--list-operations", "--format", "xml"}, "--format");
}

TEST_F(Usage, ListsOperations) {
  const RunResult text = trellis({"--list-operations"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.output.find("WaveMatch"), std::string::npos);
  EXPECT_NE(text.output.find("operations are translated"), std::string::npos);
  const RunResult json = trellis({"--list-operations", "--format", "json"});
  EXPECT_EQ(json.exit_code, 0);
  EXPECT_EQ(json.output.rfind("[\n", 0), 0u);
  const RunResult of_model = trellis({"--list-operations", "--shader-model", "6.9"});
  EXPECT_EQ(of_model.exit_code, 0);
  EXPECT_NE(of_model.output.find("HitObject_TraceRay"), std::string::npos);
  EXPECT_EQ(of_model.output.find("WaveMatch"), std::string::npos);
  EXPECT_EQ(of_model.output.find("Reserved"), std::string::npos);
}

TEST_F(Usage, OutputThatCannotBeWritten) {
  write("file", "x");
  const RunResult run = trellis({good_, "-o", path("file/a.spv")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: " + good_ + ": error: ", "file"));
  const RunResult full = trellis({good_, "-o", "/dev/full"});
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_TRUE(is_one_line(full.errors, "trellis: " + good_ + ": error: ", "No space left"));
}

TEST_F(Usage, HelpHasExamplesAndExitCodes) {
  const RunResult run = trellis({"--help", "all"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  for (const char* part :
       {"Examples:", "--emit", "--dump-cfg", "--b-shift", "Exit codes: 0 done, 1 bad input"}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part;
  }
}

/// Counts the lines of options in a help text.
size_t option_lines(const std::string& help) {
  size_t count = 0;
  for (size_t at = help.find("\n  -"); at != std::string::npos; at = help.find("\n  -", at + 1)) ++count;
  return count;
}

TEST_F(Usage, HelpIsShortAndByTopic) {
  const std::string everyday = trellis({"--help"}).output, all = trellis({"--help", "all"}).output;
  EXPECT_LE(option_lines(everyday), 20u);
  EXPECT_GE(option_lines(all), 90u);
  EXPECT_EQ(everyday.find("--b-shift"), std::string::npos);
  EXPECT_NE(everyday.find("\n  binding "), std::string::npos);
  size_t in_topics = 0;
  for (const std::string& topic : tools::help_topic_names()) {
    const RunResult run = trellis({"--help", topic});
    EXPECT_EQ(run.exit_code, 0) << topic;
    EXPECT_EQ(trellis({"help", topic}).output, run.output);
    EXPECT_NE(everyday.find("\n  " + topic + " "), std::string::npos) << topic;
    if (topic != "all") in_topics += option_lines(run.output);
  }
  EXPECT_EQ(in_topics, option_lines(all)) << "each option is in one topic";
  EXPECT_NE(trellis({"--help", "binding"}).output.find("--b-shift"), std::string::npos);
  EXPECT_EQ(trellis({"--help", "binding"}).output.find("--emit KIND"), std::string::npos);
  expect_usage_error({"--help", "bindings"}, "no such help topic: 'bindings' (did you mean binding?)");
}

TEST_F(Usage, HelpIsAsWideAsTheTerminal) {
  for (const char* columns : {"60", "80", "120"}) {
    ::setenv("COLUMNS", columns, 1);
    const std::string help = trellis({"--help", "all"}).output;
    ::unsetenv("COLUMNS");
    size_t widest = 0;
    std::istringstream lines(help.substr(0, help.find("\nCommands:")));
    for (std::string line; std::getline(lines, line);) {
      if (line.find(std::string(30, ' ')) == 0) widest = std::max(widest, line.size());
    }
    EXPECT_LE(widest, static_cast<size_t>(std::atoi(columns)));
    EXPECT_GT(widest, static_cast<size_t>(std::atoi(columns)) - 12);
  }
}

TEST_F(Usage, VersionIsPrinted) {
  const RunResult run = trellis({"--version"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output.rfind("trellis ", 0), 0u) << run.output;
  EXPECT_NE(run.output.find("SPIRV-Tools"), std::string::npos);
  EXPECT_NE(run.output.find("THIRD-PARTY-NOTICES"), std::string::npos);
  const std::string notices = file_bytes(test_support::source_path("THIRD-PARTY-NOTICES"));
  for (const char* library : {"LLVM", "SPIRV-Tools", "CLI11", "nlohmann-json"}) {
    EXPECT_NE(run.output.find(library), std::string::npos) << library;
    EXPECT_NE(notices.find(std::string("\n") + library + "\n===="), std::string::npos) << library;
  }
}

}  // namespace
}  // namespace trellis::tools_test
