#include "tests/support/child_process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <set>

namespace trellis::test_support {
namespace {

TEST(ChildProcess, ReturnsTheResultOfTheWork) {
  const std::string long_text(1 << 20, 'x');
  const auto outcome = run_in_child([&] { return long_text; }, 20.0);
  EXPECT_TRUE(outcome.finished);
  EXPECT_EQ(outcome.text, long_text);
}

TEST(ChildProcess, RunsInAnotherProcess) {
  int touched = 0;
  const auto outcome = run_in_child(
      [&] {
        touched = 1;
        return std::to_string(::getpid());
      },
      20.0);
  EXPECT_TRUE(outcome.finished);
  EXPECT_NE(outcome.text, std::to_string(::getpid()));
  EXPECT_EQ(touched, 0);
}

TEST(ChildProcess, CrashIsReported) {
  const auto outcome = run_in_child(
      []() -> std::string {
        // Restore the default action, which a sanitizer may have replaced.
        std::signal(SIGSEGV, SIG_DFL);
        std::raise(SIGSEGV);
        return "survived";
      },
      20.0);
  EXPECT_FALSE(outcome.finished);
  EXPECT_NE(outcome.text.find("killed by signal 11"), std::string::npos) << outcome.text;
}

TEST(ChildProcess, ExitStatusIsReported) {
  const auto outcome = run_in_child([]() -> std::string { ::_exit(3); }, 20.0);
  EXPECT_FALSE(outcome.finished);
  EXPECT_EQ(outcome.text, "ended with exit status 3");
}

TEST(ChildProcess, HangEndsAtTheTimeLimit) {
  const auto outcome = run_in_child(
      []() -> std::string {
        for (;;) ::pause();
      },
      0.2);
  EXPECT_FALSE(outcome.finished);
  EXPECT_EQ(outcome.text, "no answer within 0.2 s");
}

TEST(Workers, EveryItemEndsOnceAndFaultsStayWithTheirItem) {
  std::map<size_t, ChildOutcome> outcomes;
  const auto start = [] {
    return [](size_t item) -> std::string {
      if (item % 7 == 3) ::_exit(9);
      if (item == 11) {
        for (;;) ::pause();
      }
      return "item " + std::to_string(item);
    };
  };
  const auto ran = run_in_workers(30, {3, 1.0}, start, [&](size_t item, const ChildOutcome& outcome) {
    EXPECT_TRUE(outcomes.emplace(item, outcome).second) << item;
  });
  ASSERT_TRUE(ran);
  ASSERT_EQ(outcomes.size(), 30u);
  for (const auto& [item, outcome] : outcomes) {
    if (item % 7 == 3) {
      EXPECT_EQ(outcome.text, "ended with exit status 9") << item;
      EXPECT_FALSE(outcome.finished);
    } else if (item == 11) {
      EXPECT_EQ(outcome.text, "no answer within 1 s");
      EXPECT_FALSE(outcome.finished);
    } else {
      EXPECT_EQ(outcome.text, "item " + std::to_string(item));
      EXPECT_TRUE(outcome.finished);
    }
  }
}

TEST(Workers, ProcessesAreReused) {
  std::set<std::string> processes;
  const auto start = [] { return [](size_t) { return std::to_string(::getpid()); }; };
  const auto ran = run_in_workers(20, {2, 20.0}, start, [&](size_t, const ChildOutcome& outcome) {
    EXPECT_TRUE(outcome.finished);
    processes.insert(outcome.text);
  });
  ASSERT_TRUE(ran);
  EXPECT_LE(processes.size(), 2u);
}

TEST(Workers, AcceptsZeroItems) {
  const auto start = [] { return [](size_t) { return std::string(); }; };
  EXPECT_TRUE(run_in_workers(0, {2, 1.0}, start, [](size_t, const ChildOutcome&) { FAIL(); }));
}

}  // namespace
}  // namespace trellis::test_support
