package io.sallyport.proxy.support;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * ClientHellos built by hand, so that they can be invalid; as text of one char per byte, as in {@link Conversation}.
 */
public final class ClientHellos {
    public static final int SERVER_NAME = 0;
    public static final int ENCRYPTED_CLIENT_HELLO = 0xfe0d;

    private ClientHellos() {}

    /** Returns what an ordinary client sends for that name. */
    public static String to(String serverName) {
        return record(message(extension(SERVER_NAME, serverName(serverName))));
    }

    /** Returns a ClientHello without a name. */
    public static String nameless() {
        return record(message(extension(43, "\u0002\u0003\u0004")));
    }

    /** Returns one handshake record with those bytes. */
    public static String record(String bytes) {
        return "\u0016\u0003\u0001" + number(2, bytes.length()) + bytes;
    }

    /** Returns the same message in records of {@code size} bytes. */
    public static String inRecordsOf(int size, String message) {
        StringBuilder records = new StringBuilder();
        for (int at = 0; at < message.length(); at += size) {
            records.append(record(message.substring(at, Math.min(message.length(), at + size))));
        }
        return records.toString();
    }

    /** Returns a ClientHello message with those extensions. */
    public static String message(String extensions) {
        String body = "\u0003\u0003" + "r".repeat(32) + "\u0000" + number(2, 2) + "\u0013\u0001" + "\u0001\u0000"
                + vector(2, extensions);
        return "\u0001" + vector(3, body);
    }

    public static String extension(int type, String content) {
        return number(2, type) + vector(2, content);
    }

    /** Returns the content of a server_name extension. */
    public static String serverName(String name) {
        return vector(2, "\u0000" + vector(2, name));
    }

    /** Returns {@code content} preceded by its length in {@code lengthBytes} bytes. */
    public static String vector(int lengthBytes, String content) {
        return number(lengthBytes, content.length()) + content;
    }

    private static String number(int bytes, int value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.write(value >>> shift);
        }
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
