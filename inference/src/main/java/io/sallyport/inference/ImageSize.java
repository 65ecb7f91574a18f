package io.sallyport.inference;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The size of an image, as its head says it: PNG (W3C PNG section 11.2.1) and JPEG (ITU-T T.81 section B.2.2).
 *
 * @param width pixels, from 1
 * @param height pixels, from 1
 */
record ImageSize(long width, long height) {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int PNG_SIZE = 16;

    /** How much of an image in Base64 is looked at for its size, in characters; a multiple of four. */
    private static final int HEAD_CHARACTERS = 256 << 10;

    /** Returns the size of an image in Base64; null where its head does not say it. */
    static @Nullable ImageSize of(String text) {
        int length = Math.min(text.length(), HEAD_CHARACTERS);
        try {
            byte[] encoded = text.substring(0, length - length % 4).getBytes(StandardCharsets.ISO_8859_1);
            return ofHead(Base64.getDecoder().decode(encoded));
        } catch (IllegalArgumentException _) {
            return null; // not Base64
        }
    }

    private static @Nullable ImageSize ofHead(byte[] head) {
        if (head.length >= PNG_SIZE + 8 && isPng(head)) {
            return sized(number(head, PNG_SIZE, 4), number(head, PNG_SIZE + 4, 4));
        }
        return head.length > 2 && head[0] == (byte) 0xff && head[1] == (byte) 0xd8 ? jpeg(head) : null;
    }

    private static boolean isPng(byte[] head) {
        for (int i = 0; i < PNG.length; i++) {
            if (head[i] != PNG[i]) {
                return false;
            }
        }
        return true;
    }

    /** Follows the segments to the one that begins the frame. */
    private static @Nullable ImageSize jpeg(byte[] head) {
        int at = 2;
        while (at + 9 <= head.length && head[at] == (byte) 0xff) {
            int marker = head[at + 1] & 0xff;
            if (isFrame(marker)) {
                return sized(number(head, at + 7, 2), number(head, at + 5, 2));
            }
            at += 2 + (int) number(head, at + 2, 2);
        }
        return null;
    }

    /** Of the markers from C0 to CF three begin no frame. */
    private static boolean isFrame(int marker) {
        return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    }

    private static @Nullable ImageSize sized(long width, long height) {
        return width < 1 || height < 1 ? null : new ImageSize(width, height);
    }

    private static long number(byte[] head, int at, int bytes) {
        long value = 0;
        for (int i = at; i < at + bytes; i++) {
            value = (value << 8) | (head[i] & 0xff);
        }
        return value;
    }
}
