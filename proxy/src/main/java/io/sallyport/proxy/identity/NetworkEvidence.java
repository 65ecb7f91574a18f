package io.sallyport.proxy.identity;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.IpAddress;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Which sandbox the network says it is, for what is asked before there are credentials: by the port, and by the source
 * address. Immutable.
 *
 * @param port the sandbox whose own the port is; null: it says nothing
 */
public record NetworkEvidence(@Nullable SandboxId port, SourceBlocks sources) {
    /** Returns the one sandbox that all evidence names; null if there is none, or if it names two. */
    public @Nullable SandboxId sandbox(@Nullable InetAddress source) {
        SandboxId address = source == null ? null : sources.ownerOf(IpAddress.of(source));
        if (port != null && address != null && !port.equals(address)) {
            return null;
        }
        return port == null ? address : port;
    }
}
