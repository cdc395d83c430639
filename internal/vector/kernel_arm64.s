#include "textflag.h"

// Registers in both: R0 out, R1 query or table, R2 data.

// Go's assembler does not know SDOT: d += a·b, sixteen int8 into four int32.
#define SDOT(a, b, d) WORD $(0x4E809400 | (b)<<16 | (a)<<5 | (d))

// func productsSDOT(out *int32, query, data *int8, steps, rows int)
TEXT ·productsSDOT(SB), NOSPLIT, $0-40
	MOVD out+0(FP), R0
	MOVD query+8(FP), R1
	MOVD data+16(FP), R2
	MOVD steps+24(FP), R3
	MOVD rows+32(FP), R4

row:
	MOVD R1, R5
	MOVD R3, R6
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16

step:
	VLD1.P 64(R2), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1.P 64(R5), [V16.B16, V17.B16, V18.B16, V19.B16]
	SDOT(4, 16, 0)
	SDOT(5, 17, 1)
	SDOT(6, 18, 2)
	SDOT(7, 19, 3)
	SUBS   $1, R6
	BNE    step

	VADD   V1.S4, V0.S4, V0.S4
	VADD   V3.S4, V2.S4, V2.S4
	VADD   V2.S4, V0.S4, V0.S4
	VADDV  V0.S4, V0
	VMOV   V0.S[0], R7
	MOVW.P R7, 4(R0)
	SUBS   $1, R4
	BNE    row
	RET

// func agreementsNEON(out *uint16, table, tiles *byte, groups, count int)
//
// VTBL looks up 16 nibbles at once, so a tile is done in two halves.
TEXT ·agreementsNEON(SB), NOSPLIT, $0-40
	MOVD  out+0(FP), R0
	MOVD  table+8(FP), R1
	MOVD  tiles+16(FP), R2
	MOVD  groups+24(FP), R3
	MOVD  count+32(FP), R4
	VMOVI $15, V31.B16

tile:
	MOVD R1, R5
	MOVD R3, R6
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16

group:
	VLD1.P  32(R2), [V4.B16, V5.B16]
	VLD1.P  32(R5), [V6.B16, V7.B16]
	VUSHR   $4, V4.B16, V16.B16
	VUSHR   $4, V5.B16, V17.B16
	VAND    V31.B16, V4.B16, V4.B16
	VAND    V31.B16, V5.B16, V5.B16
	VTBL    V4.B16, [V6.B16], V4.B16
	VTBL    V5.B16, [V6.B16], V5.B16
	VTBL    V16.B16, [V7.B16], V16.B16
	VTBL    V17.B16, [V7.B16], V17.B16
	VADD    V16.B16, V4.B16, V4.B16
	VADD    V17.B16, V5.B16, V5.B16
	VUADDW  V4.B8, V0.H8, V0.H8
	VUADDW2 V4.B16, V1.H8, V1.H8
	VUADDW  V5.B8, V2.H8, V2.H8
	VUADDW2 V5.B16, V3.H8, V3.H8
	SUBS    $1, R6
	BNE     group

	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	SUBS   $1, R4
	BNE    tile
	RET
