package io.sallyport.egress;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Servers on this machine that one sandbox may reach by a name of the gateway's own. They are dialled on loopback because
 * they stand here, and for no other reason: the class of the address waives nothing. Safe for concurrent use.
 */
@FunctionalInterface
public interface NamedEndpoints {
    /** There are none. */
    NamedEndpoints NONE = (_, _, _) -> null;

    /** Where that name and port lead for that sandbox, or null. */
    @Nullable
    InetSocketAddress find(SandboxId sandbox, CanonicalHost host, int port);
}
