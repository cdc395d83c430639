#include "textflag.h"

// Go writes operands in the reverse order of Intel's manual: sources, then
// destination. Registers in all three: DI out, SI query or table, DX data.

// func productsAVX2(out *int32, query, data *int8, steps, rows int)
//
// VPMADDUBSW multiplies unsigned by signed bytes, so the row goes in as |row|
// and the query takes over the row's sign. No pair can overflow 16 bits, as no
// digit is -128: 2·127·127 < 32768.
TEXT ·productsAVX2(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), DI
	MOVQ query+8(FP), SI
	MOVQ data+16(FP), DX
	MOVQ steps+24(FP), R8
	MOVQ rows+32(FP), R9
	VPCMPEQW Y15, Y15, Y15
	VPSRLW   $15, Y15, Y15          // sixteen 1s, to add neighbours with VPMADDWD

avx2row:
	MOVQ  SI, BX
	MOVQ  R8, CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1

avx2step:
	PREFETCHT0 2048(DX)
	VMOVDQU    (DX), Y2
	VMOVDQU    32(DX), Y3
	VMOVDQU    (BX), Y4
	VMOVDQU    32(BX), Y5
	VPSIGNB    Y2, Y4, Y4
	VPSIGNB    Y3, Y5, Y5
	VPABSB     Y2, Y2
	VPABSB     Y3, Y3
	VPMADDUBSW Y4, Y2, Y2
	VPMADDUBSW Y5, Y3, Y3
	VPMADDWD   Y15, Y2, Y2
	VPMADDWD   Y15, Y3, Y3
	VPADDD     Y2, Y0, Y0
	VPADDD     Y3, Y1, Y1
	ADDQ       $64, DX
	ADDQ       $64, BX
	DECQ       CX
	JNZ        avx2step

	VPADDD       Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, (DI)
	ADDQ         $4, DI
	DECQ         R9
	JNZ          avx2row
	VZEROUPPER
	RET

// func productsVNNI(out *int32, query, data *int8, steps, rows int)
//
// VPDPBUSD also wants one side unsigned. Flipping the top bit of a row's bytes
// adds 128 to each, which adds 128 times the sum of the query to the product:
// every row starts at minus that.
TEXT ·productsVNNI(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), DI
	MOVQ query+8(FP), SI
	MOVQ data+16(FP), DX
	MOVQ steps+24(FP), R8
	MOVQ rows+32(FP), R9
	MOVL $0x80, AX
	VPBROADCASTB AX, Z7

	MOVQ   SI, BX
	MOVQ   R8, CX
	VPXORD Z0, Z0, Z0
	VPXORD Z6, Z6, Z6

vnnibias:
	VPDPBUSD (BX), Z7, Z0
	ADDQ     $64, BX
	DECQ     CX
	JNZ      vnnibias
	VPSUBD   Z0, Z6, Z6             // where every row starts

vnnirow:
	MOVQ      SI, BX
	MOVQ      R8, CX
	VMOVDQA64 Z6, Z0

vnnistep:
	PREFETCHT0 2048(DX)             // the rows are in no cache after a pause
	VPXORD     (DX), Z7, Z1
	VPDPBUSD   (BX), Z1, Z0
	ADDQ     $64, DX
	ADDQ     $64, BX
	DECQ     CX
	JNZ      vnnistep

	VEXTRACTI64X4 $1, Z0, Y1
	VPADDD        Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDD        X1, X0, X0
	VPSHUFD       $0x4E, X0, X1
	VPADDD        X1, X0, X0
	VPSHUFD       $0xB1, X0, X1
	VPADDD        X1, X0, X0
	VMOVD         X0, (DI)
	ADDQ          $4, DI
	DECQ          R9
	JNZ           vnnirow
	VZEROUPPER
	RET

// func agreementsAVX2(out *uint16, table, tiles *byte, length, count int)
//
// VPSHUFB looks up 32 nibbles at once. The bytes found are summed as 16-bit
// words twice: Y0 sums whole words, even row + 256·odd row, and Y1 the odd rows
// alone, which are taken out of Y0 at the end.
TEXT ·agreementsAVX2(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), DI
	MOVQ table+8(FP), SI
	MOVQ tiles+16(FP), DX
	MOVQ length+24(FP), R8
	MOVQ count+32(FP), R9
	MOVL $0x0F, AX
	MOVQ AX, X15
	VPBROADCASTB X15, Y15

tile:
	XORQ  CX, CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1

group:
	VMOVDQU        (DX)(CX*1), Y2
	VPSRLW         $4, Y2, Y3
	VPAND          Y15, Y2, Y2
	VPAND          Y15, Y3, Y3
	VBROADCASTI128 (SI)(CX*1), Y4
	VBROADCASTI128 16(SI)(CX*1), Y5
	VPSHUFB        Y2, Y4, Y4
	VPSHUFB        Y3, Y5, Y5
	VPADDB         Y4, Y5, Y5
	VPADDW         Y5, Y0, Y0
	VPSRLW         $8, Y5, Y5
	VPADDW         Y5, Y1, Y1
	ADDQ           $32, CX
	CMPQ           CX, R8
	JNE            group

	VPSLLW     $8, Y1, Y2
	VPSUBW     Y2, Y0, Y0
	VPUNPCKLWD Y1, Y0, Y2           // rows 0-7 and 16-23
	VPUNPCKHWD Y1, Y0, Y3           // rows 8-15 and 24-31
	VPERM2I128 $0x20, Y3, Y2, Y4
	VPERM2I128 $0x31, Y3, Y2, Y5
	VMOVDQU    Y4, (DI)
	VMOVDQU    Y5, 32(DI)
	ADDQ       $64, DI
	ADDQ       R8, DX
	DECQ       R9
	JNZ        tile
	VZEROUPPER
	RET
