package io.sallyport.fence;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The sandboxes of a running gateway, as fences of other processes need them. Safe for concurrent use; may block. */
public interface EntrySandboxes {
    /** Returns the ports of TCP that grants of {@code sandbox} name; null if there is no such sandbox. */
    @Nullable
    Set<Integer> grantedPorts(String sandbox);

    /**
     * Listens for {@code sandbox} at all of {@code sockets}, or at none; those that nothing listens at stay the
     * caller's.
     *
     * @return null if there is no such sandbox any more
     * @throws IOException if it cannot
     */
    @Nullable
    Listening listen(String sandbox, FenceSockets sockets) throws IOException;

    /** What listens for one fence. */
    interface Listening extends AutoCloseable {
        /** Completes as it ends, by {@link #close}, or because the sandbox or the gateway has ended. */
        CompletionStage<Void> ended();

        /** Stops listening. Returns at once. */
        @Override
        void close();
    }
}
