// profile: cs_6_9
// entry: main
// flags: -enable-16bit-types
// note: variables that are vectors of more than four elements.
struct Row { vector<uint, 6> v; uint n; };
struct Rows { Row rows[2]; vector<float16_t, 8> h; };
RWByteAddressBuffer b : register(u0);
vector<float, 6> add(vector<float, 6> x, vector<float, 6> y) {
  vector<float, 6> r = x + y;
  return r;
}
[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) {
  vector<float, 6> v = b.Load<vector<float, 6> >(i * 24);
  vector<float, 6> w = add(v, v);
  b.Store<vector<float, 6> >(i * 24, w);
  Row s = b.Load<Row>(256 + i * 28);
  s.v = s.v * 2;
  s.n += i;
  b.Store<Row>(256 + i * 28, s);
  vector<double, 5> d = b.Load<vector<double, 5> >(512);
  vector<float16_t, 8> h = (vector<float16_t, 8>)b.Load<vector<float, 8> >(768);
  vector<bool, 7> all = b.Load<vector<uint, 7> >(1024) > 3;
  vector<float, 1> one = v[0];
  Rows rows;
  rows.rows[0] = s;
  rows.rows[1] = s;
  rows.h = h;
  b.Store<Rows>(2048, rows);
  b.Store<vector<double, 5> >(512, d + d);
  b.Store<vector<uint, 7> >(1024, (vector<uint, 7>)all);
  b.Store<float>(4096, one.x);
}
