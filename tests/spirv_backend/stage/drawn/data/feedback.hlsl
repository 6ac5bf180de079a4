// Feedback of samples with an implicit level: nothing else uses the sampler.
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> Map : register(u0);
Texture2D<float> T : register(t0);
SamplerState S : register(s0);
cbuffer C : register(b0) { float2 X, Y; float Bias; };
void main(float4 pos : SV_Position) {
  const float2 uv = pos.x * X + pos.y * Y;
#ifdef BIAS
  Map.WriteSamplerFeedbackBias(T, S, uv, Bias);
#else
  Map.WriteSamplerFeedback(T, S, uv);
#endif
}
