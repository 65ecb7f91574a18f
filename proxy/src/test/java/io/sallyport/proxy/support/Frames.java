package io.sallyport.proxy.support;

import java.nio.charset.StandardCharsets;

/** Frames of WebSocket as text of Latin-1, one character for each byte. */
public final class Frames {
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    private static final int[] KEY = {0x37, 0xfa, 0x21, 0x3d};

    private Frames() {}

    /** Returns a whole frame of a server. */
    public static String ofServer(int opcode, String payload) {
        return head(0x80 | opcode, 0, payload.length()) + payload;
    }

    /** Returns a whole frame of a client. */
    public static String ofClient(int opcode, String payload) {
        return ofClient(0x80 | opcode, payload.length(), payload);
    }

    /** Returns a frame of a client with that first byte, which says {@code length}. */
    public static String ofClient(int first, long length, String payload) {
        return head(first, 0x80, length) + key() + masked(payload, 0);
    }

    /** Returns a close frame of a server. */
    public static String closeOfServer(int code, String reason) {
        return ofServer(CLOSE, code(code) + reason);
    }

    /** Returns a close frame of a client. */
    public static String closeOfClient(int code, String reason) {
        return ofClient(CLOSE, code(code) + reason);
    }

    private static String code(int code) {
        return "" + (char) (code >> 8) + (char) (code & 0xff);
    }

    public static String key() {
        return key(0);
    }

    /** Returns the key as it is from that byte of the payload on. */
    public static String key(int from) {
        StringBuilder key = new StringBuilder();
        for (int i = from; i < from + 4; i++) {
            key.append((char) KEY[i & 3]);
        }
        return key.toString();
    }

    /** Returns the payload under the key, of which {@code from} bytes came before. */
    public static String masked(String payload, int from) {
        StringBuilder masked = new StringBuilder();
        for (int i = 0; i < payload.length(); i++) {
            masked.append((char) (payload.charAt(i) ^ KEY[(from + i) & 3]));
        }
        return masked.toString();
    }

    public static String head(int first, int mask, long length) {
        StringBuilder head = new StringBuilder().append((char) first);
        if (length < 126) {
            return head.append((char) (mask | length)).toString();
        }
        int bytes = length <= 0xffff ? 2 : 8;
        head.append((char) (mask | (bytes == 2 ? 126 : 127)));
        for (int i = bytes - 1; i >= 0; i--) {
            head.append((char) ((length >> (i * 8)) & 0xff));
        }
        return head.toString();
    }

    /** Returns text as the bytes of UTF-8. */
    public static String utf8(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
