package io.sallyport.proxy.identity;

import io.sallyport.model.SandboxId;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a connection before anything is read from it.
 *
 * @param portOf the sandbox whose own port it arrived on, from a caller that may speak for it; null: it says nothing
 * @param address that it comes from; null where that is not known
 */
public record Peer(@Nullable SandboxId portOf, @Nullable InetAddress address) {
    /** Anybody, from anywhere, on a listener that all share. */
    public static final Peer ANYBODY = new Peer(null, null);
}
