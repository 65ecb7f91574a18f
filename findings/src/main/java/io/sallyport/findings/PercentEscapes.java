package io.sallyport.findings;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Percent-encoded text (RFC 3986, section 2.1). */
public final class PercentEscapes {
    static final String WORD = "percent";

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long SIGNS = 0x2525_2525_2525_2525L;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private PercentEscapes() {}

    /** Returns whether an escape is there; eight bytes are looked at a time. */
    static boolean isIn(byte[] bytes, int from, int to) {
        int at = from;
        while (at + Long.BYTES <= to) {
            long others = (long) EIGHT.get(bytes, at) ^ SIGNS;
            if (((others - ONES) & ~others & HIGH_BITS) != 0 && isFrom(bytes, at, at + Long.BYTES, to)) {
                return true;
            }
            at += Long.BYTES;
        }
        return isFrom(bytes, at, to, to);
    }

    private static boolean isFrom(byte[] bytes, int from, int end, int to) {
        for (int i = from; i < end; i++) {
            if (bytes[i] == '%' && i + 2 < to && value(bytes, i + 1) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns those bytes with one layer undone; what is no escape stays. */
    public static byte[] decoded(byte[] bytes, int from, int to) {
        var out = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            int value = i + 2 < to && bytes[i] == '%' ? value(bytes, i + 1) : -1;
            out[length++] = value < 0 ? bytes[i] : (byte) value;
            i += value < 0 ? 0 : 2;
        }
        return Arrays.copyOf(out, length);
    }

    private static int value(byte[] bytes, int at) {
        int high = RadixEncoding.HEX.value(bytes[at]);
        int low = RadixEncoding.HEX.value(bytes[at + 1]);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
}
