; Members of packed structs that are not aligned are refused.
; RUN: trellis %s --emit spvasm
; STATUS: 3
; ERROR: an address in this type is not supported (function unaligned, block 0, instruction 1, getelementptr)

%Packed = type <{ i32, i64 }>

define i64 @unaligned(i64 %x) {
  %object = alloca %Packed, align 1
  %place = getelementptr inbounds %Packed, ptr %object, i32 0, i32 1
  store i64 %x, ptr %place, align 1
  %r = load i64, ptr %place, align 1
  ret i64 %r
}
