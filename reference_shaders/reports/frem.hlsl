// profile: cs_6_0
// entry: main
// exec: yes
// dispatch: 1 1 1
// t0: raw 512 seed=51
// u0: raw 512 zero
// note: remainders of floats
