// Reads the plain fields of the caller's structs as the table of options describes them.
#pragma once

#include "option_table/members.hpp"
#include "support/result.hpp"

namespace trellis::c_api {

/// Sets the members that the fields of `given`, a struct of that kind, stand for. An error names the field
/// with the invalid value: "options.stage->max_tess_factor".
Result<void> read_fields(option_table::CStruct kind, const void* given, option_table::Asked& asked);

template <class Struct>
Result<void> read_fields(const Struct& given, option_table::Asked& asked) {
  return read_fields(option_table::c_struct<Struct>(), &given, asked);
}

}  // namespace trellis::c_api
