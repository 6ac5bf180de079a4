// dxc accepts attributes of any size; Direct3D and Vulkan have 32 bytes for them.
struct Payload { float4 colour; };
struct Small { float2 place; };
struct Large { float4 place, normal; double area; };

[shader("closesthit")]
void fits(inout Payload p, in Small a) { p.colour = a.place.xyxy; }

[shader("closesthit")]
void overflows(inout Payload p, in Large a) { p.colour = a.place + a.normal; }

struct Most { float4 place, normal; };
[shader("anyhit")]
void exactly(inout Payload p, in Most a) { p.colour = a.place * a.normal; }
