package io.sallyport.inference;

import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a form (RFC 7578, RFC 2046 section 5.1), read strictly: the first delimiter stands at the beginning,
 * each part has a name in quotes, no text stands between parts, and nothing follows the last delimiter. Immutable.
 */
record MultipartForm(List<FormPart> parts) {
    private static final Pattern BOUNDARY = Pattern.compile(
            "multipart/form-data *; *boundary=(\"?)([A-Za-z0-9'()+_,./:=?-]{1,70})\\1", Pattern.CASE_INSENSITIVE);

    /**
     * One part.
     *
     * @param from the index of the first byte of its content
     * @param to the index after the last one
     */
    record FormPart(String name, boolean isFile, int from, int to) {}

    /** @param contentType as the request says it; its boundary is the one that the server uses */
    static Parsed<MultipartForm> read(String contentType, byte[] body) {
        Matcher matcher = BOUNDARY.matcher(contentType.strip());
        return matcher.matches()
                ? new FormReader(("\r\n--" + matcher.group(2)).getBytes(StandardCharsets.US_ASCII), body).read()
                : new Parsed.Rejected<>("a form of several parts with its boundary is wanted");
    }

    /** Returns the form again, of bytes that were read before: they begin with its boundary. */
    static MultipartForm again(byte[] body) {
        int end = 0;
        while (body[end] != '\r') {
            end++;
        }
        byte[] delimiter =
                ("\r\n" + new String(body, 0, end, StandardCharsets.US_ASCII)).getBytes(StandardCharsets.US_ASCII);
        return switch (new FormReader(delimiter, body).read()) {
            case Parsed.Accepted<MultipartForm>(var form) -> form;
            case Parsed.Rejected<MultipartForm> _ -> throw new IllegalStateException("not read before");
        };
    }

    /** Returns the only part of that name that is no file; null if there is none. */
    @Nullable
    FormPart field(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name) && !part.isFile())
                .findFirst()
                .orElse(null);
    }
}
