// In place of a Vulkan driver: it crashes when it is loaded.
#include <csignal>

namespace {
const int kRaised = std::raise(SIGSEGV);
}  // namespace

extern "C" int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*);
extern "C" int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*) { return kRaised; }
