package io.sallyport.egress;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Servers on this machine that one sandbox may reach by one of the gateway's own names. They are dialled on loopback
 * only because they are listed here; the class of the address waives nothing. Safe for concurrent use.
 */
@FunctionalInterface
public interface NamedEndpoints {
    /** No endpoints. */
    NamedEndpoints NONE = (_, _, _) -> null;

    /** Returns where that name and port lead for that sandbox, or null if nowhere. */
    @Nullable
    InetSocketAddress find(SandboxId sandbox, CanonicalHost host, int port);
}
