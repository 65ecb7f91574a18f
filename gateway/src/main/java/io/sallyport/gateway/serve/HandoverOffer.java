package io.sallyport.gateway.serve;

import io.sallyport.transport.HandoverServer;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands this gateway's listeners to the next one of the same state ({@link StandBy}), if the system supports it.
 * Otherwise a restart has a gap, which is logged. Safe for concurrent use; the caller of {@link #start} closes it.
 */
final class HandoverOffer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HandoverOffer.class);

    private final @Nullable HandoverServer server;

    private HandoverOffer(@Nullable HandoverServer server) {
        this.server = server;
    }

    /** Returns the socket at which the gateway with that state directory hands over its listeners. */
    static Path path(Path state) {
        return state.resolve("handover.sock");
    }

    /** @param state the state directory, whose lock is held */
    static HandoverOffer start(Path state, ListeningSockets sockets) {
        Path path = path(state);
        if (!HandoverServer.isPossible(path)) {
            LOG.info("listeners are not handed over at a restart: it takes epoll, and {} to be a short path", path);
            return new HandoverOffer(null);
        }
        try {
            return new HandoverOffer(HandoverServer.start(path, sockets));
        } catch (IOException e) {
            LOG.warn("listeners are not handed over at a restart", e);
            return new HandoverOffer(null);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
