// profile: ps_6_6
// entry: main
// note: dxc gives built-in types that an include is the first to use this file and the include's line.
#include "resources.hlsli"
float4 main(float2 at : AT) : SV_Target {
  Light light = lights[0];
  return image.Sample(sampling, at) * light.power;
}
