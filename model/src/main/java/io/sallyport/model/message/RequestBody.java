package io.sallyport.model.message;

/**
 * The body of a request, or its beginning, as it was received, without the framing of its transfer, as policy may read
 * it ({@code input.net.body}). Immutable.
 */
public final class RequestBody {
    /** The body of a request that has none. */
    public static final RequestBody NONE = new RequestBody(new byte[0], 0, true);

    private final byte[] bytes;
    private final int maxDecodedBytes;
    private final boolean whole;

    private RequestBody(byte[] bytes, int maxDecodedBytes, boolean whole) {
        this.bytes = bytes;
        this.maxDecodedBytes = maxDecodedBytes;
        this.whole = whole;
    }

    /**
     * Returns a body of these bytes.
     *
     * @param bytes which nobody changes any more
     * @param maxDecodedBytes to which a content coding may unfold them
     */
    public static RequestBody of(byte[] bytes, int maxDecodedBytes) {
        return bytes.length == 0 ? NONE : new RequestBody(bytes, maxDecodedBytes, true);
    }

    /** Returns the beginning of a body that goes on, as much of it as may be held. */
    public static RequestBody beginning(byte[] bytes) {
        return new RequestBody(bytes, 0, false);
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
