#include "dxil_frontend/container/digest.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::dxil {
namespace {

std::string hex(const Digest& digest) {
  std::string text;
  for (const uint8_t byte : digest) {
    char buffer[3];
    std::snprintf(buffer, sizeof buffer, "%02x", unsigned{byte});
    text += buffer;
  }
  return text;
}

Digest md5_of(std::string_view text) {
  return md5({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

// The examples of RFC 1321, appendix A.5.
TEST(Md5, MatchesTheExamplesOfItsSpecification) {
  EXPECT_EQ(hex(md5_of("")), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(hex(md5_of("a")), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(hex(md5_of("message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(hex(md5_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")),
            "d174ab98d277d9f5a5611c2c9f419d9f");
  EXPECT_EQ(hex(md5_of("12345678901234567890123456789012345678901234567890123456789012345678901234567890")),
            "57edf4a22be3c955ac49da2e2107b67a");
}

struct Expected {
  std::size_t length;
  const char* retail;
  const char* debug;
};

// Digests of bytes with byte i = 7 i + 3, computed by an independent implementation. The lengths are at the
// boundaries of the last block's padding.
constexpr Expected kExpected[] = {
    {0, "140d60f6b775e2ba4e4abed401b2e9a1", "16804fd43fc91f11f6f788e4b776160e"},
    {1, "06f94cb281d1981af4f9a91b370ae308", "ea0c50e17550d6fe4d27f60d418e529d"},
    {55, "9ab63592763f16cbf9faadc10871b3dc", "98b110def2a8578b1f7630d650439f54"},
    {56, "9631e575809c7fec27e1a79c6dbf0704", "7b89a8feebe3ebdd3da374007b560b5b"},
    {63, "69c87038086b06ae036a445580d52800", "28e41be0792fa4d0a191752a7028c65f"},
    {64, "702b2563302d9691eda44cda5fef4b68", "c6c87c9f30eda9fdba3672436c884205"},
    {119, "953cfe1c495908c5129cd5a6ae089ecd", "98ca28864876dca1b155e34859a972c1"},
    {120, "71f04dacbba086d5aef734027044308c", "f710c6660889ad6268d737a9dc543d9f"},
    {128, "1b561d90a4731383e7c8206bd3e08d58", "d6b9d874d26c146f6956a0bf432b1f85"},
    {1000, "ee26551cff5fe1584a352e8d6bba6a77", "da98f968f90e606b912c6a22c508faf9"},
};

TEST(ContainerDigest, MatchesAnotherImplementation) {
  for (const Expected& expected : kExpected) {
    std::vector<uint8_t> bytes(expected.length);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(7 * i + 3);
    EXPECT_EQ(hex(container_digest(bytes, DigestVariant::kRetail)), expected.retail) << expected.length;
    EXPECT_EQ(hex(container_digest(bytes, DigestVariant::kDebug)), expected.debug) << expected.length;
    const auto both = container_digests(bytes);
    EXPECT_EQ(hex(both[0]), expected.retail);
    EXPECT_EQ(hex(both[1]), expected.debug);
  }
}

}  // namespace
}  // namespace trellis::dxil
