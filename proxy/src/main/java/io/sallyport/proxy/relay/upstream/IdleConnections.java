package io.sallyport.proxy.relay.upstream;

import org.jspecify.annotations.Nullable;

/**
 * The idle connections of all sandboxes on one event loop, those of HTTP/2 among them, and how many there may be.
 * Confined to that loop.
 */
public final class IdleConnections {
    private final IdleOrder all = new IdleOrder();
    private final int most;
    private final int mostPerSandbox;
    private int sessions;

    /**
     * @param most of all sandboxes on this loop
     * @param mostPerSandbox of one sandbox on this loop
     */
    public IdleConnections(int most, int mostPerSandbox) {
        this.most = most;
        this.mostPerSandbox = mostPerSandbox;
    }

    /** Whether one sandbox may keep so many connections of HTTP/2, of which one has just come. */
    boolean takesSession(int ofSandbox) {
        sessions++;
        return ofSandbox <= mostPerSandbox && sessions + all.size() <= most;
    }

    /** A connection of HTTP/2 is no more. */
    void sessionEnded() {
        sessions--;
    }

    /** Returns how many there are. */
    public int size() {
        return all.size() + sessions;
    }

    void add(IdleOrder.Entry entry) {
        all.add(entry);
    }

    /** The one that must go since there are too many of its sandbox, or of all; null where all may stay. */
    @Nullable
    UpstreamConnection surplus(IdleOrder ofSandbox) {
        if (ofSandbox.size() > mostPerSandbox) {
            return ofSandbox.oldest();
        }
        return all.size() > most ? all.oldest() : null;
    }
}
