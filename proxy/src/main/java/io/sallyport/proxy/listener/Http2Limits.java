package io.sallyport.proxy.listener;

/**
 * Bounds of one HTTP/2 connection.
 *
 * @param maxStreams open at once; one more is refused (RFC 9113 section 5.1.2). With 0, HTTP/2 is not offered at all
 * @param streamWindowBytes of body that a peer may send on one stream before it is read
 * @param connectionWindowBytes the same for all its streams together
 * @param maxControlFrames that carry neither fields nor content, in {@link #CONTROL_WINDOW_NANOS}; one more ends the
 *     connection with ENHANCE_YOUR_CALM
 */
public record Http2Limits(int maxStreams, int streamWindowBytes, int connectionWindowBytes, int maxControlFrames) {
    /** The time over which control frames are counted: ten seconds. */
    public static final long CONTROL_WINDOW_NANOS = 10_000_000_000L;

    public static final Http2Limits DEFAULT = new Http2Limits(100, 65_535, 262_144, 1_000);

    /** Whether HTTP/2 is offered to clients and targets. */
    public boolean offersHttp2() {
        return maxStreams > 0;
    }

    public Http2Limits {
        SettingChecks.positive("streamWindowBytes", streamWindowBytes);
        SettingChecks.positive("connectionWindowBytes", connectionWindowBytes);
        SettingChecks.positive("maxControlFrames", maxControlFrames);
    }
}
