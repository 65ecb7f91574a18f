package io.sallyport.proxy.relay.traffic;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.AllowedRequest;

/**
 * What was let through and may outlive its verdict: a tunnel, or a request still running. Confined to its event loop.
 */
public interface OpenTraffic {
    /** As what it was let through. */
    AllowedRequest passage();

    /** Whether a change of policy reaches it at once, or only when it has run on for {@link SandboxTraffic#GRACE}. */
    boolean isTunnel();

    /** Ends it at once and leaves its record. */
    void cut(ReasonCode reason);
}
