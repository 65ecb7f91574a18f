package io.sallyport.proxy.relay;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.ApiServers;
import io.sallyport.proxy.enforce.ApiServers.Found;
import io.sallyport.proxy.enforce.Passage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API server of one call: where it stands, and whether it is to blame for what became of the call. Confined to its event loop. */
final class ServerCall {
    /** How long after a connection is gone it may take to be known that the server has ended. */
    private static final Duration KNOWN_AFTER = Duration.ofSeconds(1);

    /** What the end of a server looks like to its callers. */
    private static final Set<ReasonCode> SIGNS = EnumSet.of(
            ReasonCode.CONNECT_FAILED, ReasonCode.CONNECT_TIMEOUT, ReasonCode.UPSTREAM_CLOSED, ReasonCode.IDLE_TIMEOUT);

    private final ApiServers servers;
    private final Passage passage;
    private final SweepTimer timer = new SweepTimer();
    private @Nullable Loss loss;

    ServerCall(ApiServers servers, Passage passage) {
        this.servers = servers;
        this.passage = passage;
    }

    /** How a connection was lost. */
    record Loss(ReasonCode reason, @Nullable String detail) {}

    Found found() {
        CanonicalRequest call = passage.request();
        return servers.call(passage.sandbox().id(), call.host(), call.port());
    }

    /** The server, where it has ended and {@code reason} comes of that; null otherwise. */
    Found.@Nullable Down behind(ReasonCode reason) {
        return SIGNS.contains(reason) && found() instanceof Found.Down down ? down : null;
    }

    /** Notes that the connection is gone, while the server is not known to have ended. */
    void lost(Loss how) {
        loss = how;
        timer.restart();
    }

    boolean isLost() {
        return loss != null;
    }

    /** How the connection was lost, once it is known whether the server has ended; null until then. */
    @Nullable
    Loss settled(long nowNanos) {
        Loss how = loss;
        boolean isKnown =
                how != null && (behind(how.reason()) != null || timer.hasPassed(KNOWN_AFTER.toNanos(), nowNanos));
        return isKnown ? how : null;
    }
}
