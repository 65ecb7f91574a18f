package io.sallyport.proxy.support;

import java.nio.charset.StandardCharsets;

/** What a SOCKS5 client sends, one character for each byte. */
public final class SocksBytes {
    /** Offers user name and password alone. */
    public static final String GREETING = "\5\1\2";

    /** What a proxy answers when the tunnel begins. */
    public static final String SUCCEEDED = reply(0);

    private SocksBytes() {}

    /** Returns the credentials of that sandbox. */
    public static String as(String id) {
        return credentials(id, TestSandboxes.tokenOf(id));
    }

    public static String credentials(String user, String password) {
        return "\1" + withLength(user) + withLength(password);
    }

    /** Returns greeting, credentials and request of that sandbox in one. */
    public static String all(String id, String host, int port) {
        return GREETING + as(id) + connect(host, port);
    }

    public static String connect(String host, int port) {
        return request(1, host, port);
    }

    /** Returns a request for a name, by a command of any code. */
    public static String request(int command, String host, int port) {
        return "\5" + (char) command + "\0\3" + withLength(host) + port(port);
    }

    /** Returns a CONNECT to an address of four or sixteen bytes. */
    public static String connect(byte[] address, int port) {
        return "\5\1\0" + (address.length == 4 ? "\1" : "\4") + new String(address, StandardCharsets.ISO_8859_1)
                + port(port);
    }

    /** Returns the reply of that code to a request. */
    public static String reply(int code) {
        return "\5" + (char) code + "\0\1\0\0\0\0\0\0";
    }

    private static String withLength(String text) {
        return (char) text.length() + text;
    }

    private static String port(int port) {
        return "" + (char) (port >> 8) + (char) (port & 0xff);
    }
}
