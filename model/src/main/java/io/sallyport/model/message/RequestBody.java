package io.sallyport.model.message;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, or its beginning, as it was received, without the framing of its transfer, as policy may read
 * it ({@code input.net.body}). Immutable.
 */
public final class RequestBody {
    /** The body of a request that has none. */
    public static final RequestBody NONE = new RequestBody(new byte[0], 0, true, false, _ -> null);

    private final byte[] bytes;
    private final int maxDecodedBytes;
    private final boolean whole;
    private final boolean naming;
    private final Function<String, @Nullable ListedTool> tools;

    private RequestBody(
            byte[] bytes,
            int maxDecodedBytes,
            boolean whole,
            boolean naming,
            Function<String, @Nullable ListedTool> tools) {
        this.bytes = bytes;
        this.maxDecodedBytes = maxDecodedBytes;
        this.whole = whole;
        this.naming = naming;
        this.tools = tools;
    }

    /**
     * Returns a body of these bytes.
     *
     * @param bytes which nobody changes any more
     * @param maxDecodedBytes to which a content coding may unfold them
     */
    public static RequestBody of(byte[] bytes, int maxDecodedBytes) {
        return bytes.length == 0 ? NONE : new RequestBody(bytes, maxDecodedBytes, true, false, _ -> null);
    }

    /** Returns the beginning of a body that goes on, as much of it as may be held. */
    public static RequestBody beginning(byte[] bytes) {
        return new RequestBody(bytes, 0, false, false, _ -> null);
    }

    /** Returns a call that nobody has made: it names what could be called, without arguments or content coding. */
    public static RequestBody naming(byte[] bytes) {
        return new RequestBody(bytes, bytes.length, true, true, _ -> null);
    }

    /**
     * Returns this body where it is known how its session has listed tools.
     *
     * @param tools by name; safe for concurrent use
     */
    public RequestBody knowing(Function<String, @Nullable ListedTool> tools) {
        return this == NONE ? this : new RequestBody(bytes, maxDecodedBytes, whole, naming, tools);
    }

    /** Returns how a tool of that name was listed; null if that is not known. */
    public @Nullable ListedTool listed(String tool) {
        return tools.apply(tool);
    }

    /** Returns whether it stands for all calls of what it names ({@link #naming}). */
    public boolean isNaming() {
        return naming;
    }

    /** Returns whether it is all of the body. */
    public boolean isWhole() {
        return whole;
    }

    /** Returns the bytes, which must not be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns how many bytes there may be once a content coding is undone. */
    public int maxDecodedBytes() {
        return maxDecodedBytes;
    }

    /** Returns the headers of the request with this body. */
    public RequestHeaders after(RequestHeaders head) {
        return new HeadersWith(head, null, this);
    }
}
