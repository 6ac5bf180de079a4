// The tables and reports of DescriptorFormat::kCookies (docs/instrumentation.md): word offsets in storage
// buffers.
#pragma once

#include <cstdint>

namespace trellis::spirv {

/// Types of the descriptors in a CookieTableWords. An element must have all bits that an access requires.
enum class CookieBit : uint32_t {
  kTexture = 1 << 0,
  kWriteTexture = 1 << 1,
  kUniformBuffer = 1 << 2,
  kStorageBuffer = 1 << 3,
  kReadTexels = 1 << 4,
  kWriteTexels = 1 << 5,
  kAccelerationStructure = 1 << 6,
  kAddress =
      1 << 8,  ///< The caller's list of addresses has an entry: of a counter or an acceleration structure.
};

/// What is wrong with an access, as bits of a CookieReportWords.
enum class CookieFault : uint32_t {
  kBeyondHeap = 1 << 0,
  kWrongType = 1 << 1,
  kDestroyed = 1 << 2,  ///< The live bit of the element's cookie is not set.
  kTooNew = 1 << 3,     ///< The element's timestamp is greater than that of the reports.
};

/// The table of a heap in the format of cookies. A null descriptor that is not in the table follows the
/// heap's last one.
struct CookieTableWords {
  static constexpr uint32_t kCount = 0;  ///< Number of descriptors in the heap and in the table.
  static constexpr uint32_t kHeap = 1;   ///< The caller's number of the heap, for reports.
  static constexpr uint32_t kFirstElement = 2;

  // Offsets within an element.
  static constexpr uint32_t kCookie = 0;     ///< The caller's number of the resource.
  static constexpr uint32_t kTimestamp = 1;  ///< When the resource was created.
  static constexpr uint32_t kBits = 2;       ///< CookieBits.
  static constexpr uint32_t kElementWords = 3;
};

/// The buffer of reports in the format of cookies: one report, which the caller clears, then a bit for each
/// cookie: whether its resource exists.
struct CookieReportWords {
  static constexpr uint32_t kHash = 0;   ///< Two words, the low one first.
  static constexpr uint32_t kIndex = 2;  ///< Index in the heap.
  static constexpr uint32_t kHeap = 3;   ///< The heap's number.
  static constexpr uint32_t kCookie = 4;
  /// Number of faults since the caller cleared it. The first one is reported.
  static constexpr uint32_t kFaults = 5;
  static constexpr uint32_t kAccess = 6;  ///< The number of the access.
  static constexpr uint32_t kWanted = 7;  ///< The required CookieBits.
  static constexpr uint32_t kFound = 8;   ///< Those of the element.
  static constexpr uint32_t kFault = 9;   ///< CookieFaults, written last.
  /// Set by the caller: resources created later are not valid yet.
  static constexpr uint32_t kTimestamp = 10;
  static constexpr uint32_t kFirstLive = 11;  ///< Word n has the bits of the cookies from 32 n on.
};

}  // namespace trellis::spirv
