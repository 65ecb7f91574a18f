package io.sallyport.gateway.serve;

import io.sallyport.fence.EntryServer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets operators of this machine enter sandboxes ({@code sandbox enter}), if the system supports it; otherwise that is
 * logged. Safe for concurrent use; the caller of {@link #start} closes it.
 */
final class EntryOffer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EntryOffer.class);

    private final @Nullable EntryServer server;

    private EntryOffer(@Nullable EntryServer server) {
        this.server = server;
    }

    /** @param state the state directory, whose lock is held */
    static EntryOffer start(Path state, EnteredSandboxes sandboxes) {
        Path path = EntryServer.path(state);
        if (!EntryServer.isPossible(path)) {
            LOG.info("sandboxes cannot be entered: it takes epoll, and {} to be a short path", path);
            return new EntryOffer(null);
        }
        try {
            return new EntryOffer(EntryServer.start(path, sandboxes));
        } catch (IOException e) {
            LOG.warn("sandboxes cannot be entered", e);
            return new EntryOffer(null);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
