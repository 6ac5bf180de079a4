// Stands in for a Vulkan driver and crashes when it is loaded.
#include <csignal>

namespace {
const int kRaised = std::raise(SIGSEGV);
}  // namespace

extern "C" int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*);
extern "C" int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*) { return kRaised; }
