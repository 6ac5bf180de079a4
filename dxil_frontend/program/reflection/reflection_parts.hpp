// Functions that the files of the reflection share.
#pragma once

#include <nlohmann/json.hpp>

#include "dxil_frontend/program/library_data.hpp"

namespace trellis::dxil {

nlohmann::ordered_json feature_flags_json(uint64_t flags);
nlohmann::ordered_json root_signature_json(const RootSignature& signature);
nlohmann::ordered_json library_data_json(const LibraryData& data);
nlohmann::ordered_json payload_json(const Shader& shader, const PayloadAccess& payload);

}  // namespace trellis::dxil
