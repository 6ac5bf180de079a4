#include "tools/subcommand.hpp"

#include <cstdio>

#include "tools/settings.hpp"

namespace trellis::tools {

bool is_subcommand(int argument_count, const char* const* arguments, std::string_view name) {
  return argument_count > 1 && arguments[1] == name;
}

std::optional<int> parse_subcommand(CLI::App& app, int argument_count, const char* const* arguments) {
  try {
    app.parse(argument_count - 1, arguments + 1);
  } catch (const CLI::Success& success) {  // --help
    return app.exit(success);
  } catch (const CLI::Error& error) {
    std::fprintf(stderr, "trellis: error: %s\ntrellis: `%s --help` lists the options, with examples\n",
                 error.what(), app.get_name().c_str());
    return kExitBadUsage;
  }
  return {};
}

}  // namespace trellis::tools
