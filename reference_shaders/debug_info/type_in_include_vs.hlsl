// profile: vs_6_6
// entry: main
// note: as type_in_include_ps, of a vertex shader.
#include "resources.hlsli"
float4 main(uint i : SV_VertexID) : SV_Position {
  const Light light = lights[i];
  return float4(light.at, 1);
}
