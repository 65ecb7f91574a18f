package io.sallyport.policycompiler;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes regular files as an archive in the POSIX ustar form (IEEE Std 1003.1, pax, "ustar Interchange Format"). Times,
 * owners and order are fixed, so equal files make equal bytes.
 */
final class Tar {
    /** Bytes of a file's name that the form has room for without a prefix. */
    static final int MAX_NAME = 100;

    private static final int BLOCK = 512;

    private Tar() {}

    static byte[] of(SortedMap<String, byte[]> files) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            out.writeBytes(header(file.getKey(), file.getValue().length));
            out.writeBytes(file.getValue());
            pad(out);
        }
        out.writeBytes(new byte[2 * BLOCK]);
        return out.toByteArray();
    }

    /** The file {@code name} of an archive that {@link #of} made, or null where there is none. */
    static byte @Nullable [] find(byte[] archive, String name) {
        int at = 0;
        while (at + BLOCK <= archive.length && archive[at] != 0) {
            int size = Integer.parseInt(text(archive, at + 124, 11), 8);
            if (text(archive, at, MAX_NAME).equals(name)) {
                return Arrays.copyOfRange(archive, at + BLOCK, at + BLOCK + size);
            }
            at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
        }
        return null;
    }

    private static String text(byte[] archive, int at, int room) {
        String text = new String(archive, at, room, StandardCharsets.UTF_8);
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    private static void pad(ByteArrayOutputStream out) {
        out.writeBytes(new byte[(BLOCK - out.size() % BLOCK) % BLOCK]);
    }

    private static byte[] header(String name, int size) {
        byte[] header = new byte[BLOCK];
        put(header, 0, MAX_NAME, name);
        put(header, 100, 8, "0000644");
        put(header, 108, 8, "0000000");
        put(header, 116, 8, "0000000");
        put(header, 124, 12, octal(11, size));
        put(header, 136, 12, octal(11, 0));
        put(header, 148, 8, "        ");
        put(header, 156, 1, "0");
        put(header, 257, 8, "ustar\00000");
        put(header, 148, 8, octal(6, sum(header)) + "\0 ");
        return header;
    }

    private static void put(byte[] header, int at, int room, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > room) {
            throw new IllegalArgumentException("tar: no room for " + text);
        }
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static int sum(byte[] header) {
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        return sum;
    }

    private static String octal(int digits, int value) {
        return String.format(Locale.ROOT, "%0" + digits + "o", value);
    }
}
