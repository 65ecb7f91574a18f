package io.sallyport.model.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * The body of a request that nobody sends and somebody asks about, with its content type; other headers are not there.
 * Immutable.
 *
 * @param contentType as a header says it
 */
public record StatedBody(String contentType, RequestBody content) implements RequestHeaders {
    private static final String CONTENT_TYPE = "content-type";

    /** Returns a body of this text. */
    public static StatedBody of(String contentType, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new StatedBody(contentType, RequestBody.of(bytes, Math.max(1, bytes.length)));
    }

    @Override
    public List<String> names() {
        return List.of(CONTENT_TYPE);
    }

    @Override
    public List<String> values(String name) {
        return name.equals(CONTENT_TYPE) ? List.of(contentType) : List.of();
    }

    @Override
    public long bodyBytes() {
        return content.bytes().length;
    }

    @Override
    public RequestBody body() {
        return content;
    }
}
