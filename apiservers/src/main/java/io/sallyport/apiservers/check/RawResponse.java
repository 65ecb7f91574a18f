package io.sallyport.apiservers.check;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What a server answered.
 *
 * @param status 0 where it closed the connection, or said nothing in time
 * @param headers by lower-case name; of several the last
 */
record RawResponse(int status, Map<String, String> headers, String body) {
    /** The connection was closed, or nothing was said in time, or there was none. */
    static final RawResponse NONE = new RawResponse(0, Map.of(), "");

    private static final String HEAD_END = "\r\n\r\n";

    /** Reads what came on a connection; a head that is none is no answer. */
    static RawResponse parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf(HEAD_END);
        if (end < 0 || !text.matches("(?s)HTTP/1\\.[01] [1-5][0-9][0-9][ \r].*")) {
            return NONE;
        }
        RawResponse read = new RawResponse(
                Integer.parseInt(text.substring(9, 12)),
                headers(text.substring(0, end)),
                text.substring(end + HEAD_END.length()));
        return read.status < 200
                ? parse(text.substring(end + HEAD_END.length()).getBytes(StandardCharsets.ISO_8859_1))
                : read.plain();
    }

    /** Whether nothing more is to come on the connection for it. */
    static boolean isWhole(byte[] bytes) {
        RawResponse read = parse(bytes);
        if (read.status == 0) {
            return false;
        }
        String length = read.headers.get("content-length");
        return length != null && length.matches("[0-9]{1,9}") && read.body.length() >= Integer.parseInt(length);
    }

    /** A header, or null. */
    @Nullable
    String header(String name) {
        return headers.get(name);
    }

    /** The body as JSON; a missing node where it is none. */
    JsonNode json() {
        try {
            return JsonMapper.shared().readTree(body.getBytes(StandardCharsets.ISO_8859_1));
        } catch (JacksonException _) {
            return MissingNode.getInstance();
        }
    }

    /** In a few words. */
    String told() {
        return status == 0 ? "no answer" : Integer.toString(status);
    }

    private static Map<String, String> headers(String head) {
        Map<String, String> headers = new HashMap<>();
        for (String line : List.of(head.split("\r\n"))) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private RawResponse plain() {
        boolean chunked = "chunked".equalsIgnoreCase(headers.get("transfer-encoding"));
        return chunked ? new RawResponse(status, headers, unchunked(body)) : this;
    }

    private static String unchunked(String body) {
        var whole = new StringBuilder();
        int at = 0;
        while (true) {
            int line = body.indexOf("\r\n", at);
            String size = line < 0
                    ? ""
                    : body.substring(at, line).replaceFirst(";.*", "").strip();
            if (!size.matches("[0-9a-fA-F]{1,6}")) {
                return whole.toString();
            }
            int length = Math.min(Integer.parseInt(size, 16), body.length() - line - 2);
            whole.append(body, line + 2, line + 2 + length);
            at = Math.min(line + 2 + length + 2, body.length());
        }
    }
}
