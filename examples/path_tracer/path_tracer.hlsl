// profile: lib_6_3
// A path tracer for boxes with one light in the ceiling: diffuse and mirroring surfaces, a shutter with slits, and rays to
// the light that the shutter's any-hit shader lets through. The loop over bounces is in the ray generation shader; hit
// shaders move the path on.
struct Path
{
    float3 radiance;
    float3 throughput;
    float3 origin;
    float3 direction;
    uint random;
    uint state; // kAlive, kSeesLight
};
struct Shadow { float light; };
struct Surface { float3 normal; float3 colour; float3 emission; uint isMirror; };

RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<Surface> surfaces : register(t1); // Of an instance's quads, one after the other, from InstanceID on.
RWTexture2D<float4> image : register(u0);
cbuffer Frame : register(b0) { float3 lightCorner; uint samples; float3 lightEmission; uint bounces; float2 lightSize; };

static const uint kAlive = 1, kSeesLight = 2;
static const uint kPathGroup = 0, kShadowGroup = 1, kGroups = 2;
static const float kEpsilon = 0.001;

float next(inout uint random)
{
    random = random * 747796405u + 2891336453u;
    uint word = ((random >> ((random >> 28) + 4)) ^ random) * 277803737u;
    return (((word >> 22) ^ word) >> 8) * (1.0 / 16777216);
}

[shader("raygeneration")]
void render()
{
    uint2 pixel = DispatchRaysIndex().xy, size = DispatchRaysDimensions().xy;
    float3 sum = 0;
    Path path;
    path.random = (pixel.y * size.x + pixel.x) * 9781 + 1;
    for (uint s = 0; s < samples; ++s)
    {
        float x = (pixel.x + next(path.random)) / size.x * 2 - 1;
        float y = 1 - (pixel.y + next(path.random)) / size.y * 2;
        path.radiance = 0;
        path.throughput = 1;
        path.origin = float3(0, 0, -3.75);
        path.direction = normalize(float3(x, y, 2.75));
        path.state = kAlive | kSeesLight;
        for (uint bounce = 0; bounce < bounces && (path.state & kAlive); ++bounce)
        {
            RayDesc ray = { path.origin, 0, path.direction, 100 };
            TraceRay(scene, RAY_FLAG_NONE, 0xff, kPathGroup, kGroups, 0, ray, path);
        }
        sum += path.radiance;
    }
    image[pixel] = float4(sum / samples, 1);
}

[shader("closesthit")]
void shade(inout Path path, in BuiltInTriangleIntersectionAttributes attributes)
{
    Surface surface = surfaces[InstanceID() + PrimitiveIndex() / 2];
    if (any(surface.emission > 0))
    {
        if (path.state & kSeesLight)
            path.radiance += path.throughput * surface.emission;
        path.state = 0;
        return;
    }
    float3 n = mul((float3x3)ObjectToWorld3x4(), surface.normal), d = WorldRayDirection();
    if (dot(n, d) > 0)
        n = -n;
    path.origin = WorldRayOrigin() + RayTCurrent() * d + n * kEpsilon;
    path.throughput *= surface.colour;
    if (surface.isMirror)
    {
        path.direction = reflect(d, n);
        path.state = kAlive | kSeesLight;
        return;
    }
    float u = next(path.random), v = next(path.random);
    float3 toLight = lightCorner + float3(u * lightSize.x, 0, v * lightSize.y) - path.origin;
    float square = dot(toLight, toLight), far = sqrt(square);
    toLight /= far;
    float cosine = dot(n, toLight);
    if (cosine > 0 && toLight.y > 0)
    {
        Shadow shadow = { 0 };
        RayDesc ray = { path.origin, 0, toLight, far - 2 * kEpsilon };
        TraceRay(scene, RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_SKIP_CLOSEST_HIT_SHADER, 0xff, kShadowGroup,
                 kGroups, 1, ray, shadow);
        float area = lightSize.x * lightSize.y;
        path.radiance += path.throughput * lightEmission * (shadow.light * cosine * toLight.y * area / (square * 3.14159265));
    }
    float height = 1 - 2 * next(path.random), around = 6.2831853 * next(path.random);
    float radius = sqrt(max(1 - height * height, 0));
    path.direction = normalize(n + float3(radius * cos(around), radius * sin(around), height) * (1 - kEpsilon));
    path.state = kAlive;
}

bool isSlit()
{
    return frac((ObjectRayOrigin().y + RayTCurrent() * ObjectRayDirection().y) * 6) < 0.5;
}

[shader("anyhit")]
void shutter(inout Path path, in BuiltInTriangleIntersectionAttributes attributes)
{
    if (isSlit())
        IgnoreHit();
}

[shader("anyhit")]
void shutterShadow(inout Shadow shadow, in BuiltInTriangleIntersectionAttributes attributes)
{
    if (isSlit())
        IgnoreHit();
}

[shader("miss")]
void escape(inout Path path)
{
    path.state = 0;
}

[shader("miss")]
void unshadowed(inout Shadow shadow)
{
    shadow.light = 1;
}
