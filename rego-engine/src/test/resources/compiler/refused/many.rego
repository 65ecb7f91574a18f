package sample.many

r1 if undefined1(input.x)

r2 if undefined2(input.x)

r3 if undefined3(input.x)

r4 if undefined4(input.x)

r5 if undefined5(input.x)

r6 if undefined6(input.x)

r7 if undefined7(input.x)

r8 if undefined8(input.x)

r9 if undefined9(input.x)

r10 if undefined10(input.x)

r11 if undefined11(input.x)

r12 if undefined12(input.x)

r13 if undefined13(input.x)

r14 if undefined14(input.x)

r15 if undefined15(input.x)

r16 if undefined16(input.x)

r17 if undefined17(input.x)

r18 if undefined18(input.x)

r19 if undefined19(input.x)

r20 if undefined20(input.x)

r21 if undefined21(input.x)

r22 if undefined22(input.x)

r23 if undefined23(input.x)

r24 if undefined24(input.x)

r25 if undefined25(input.x)

r26 if undefined26(input.x)

r27 if undefined27(input.x)

r28 if undefined28(input.x)

r29 if undefined29(input.x)

r30 if undefined30(input.x)

r31 if undefined31(input.x)

r32 if undefined32(input.x)

r33 if undefined33(input.x)

r34 if undefined34(input.x)

r35 if undefined35(input.x)

r36 if undefined36(input.x)

r37 if undefined37(input.x)

r38 if undefined38(input.x)

r39 if undefined39(input.x)

r40 if undefined40(input.x)

