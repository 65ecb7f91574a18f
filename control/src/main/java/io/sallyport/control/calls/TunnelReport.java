package io.sallyport.control.calls;

import io.sallyport.model.SandboxId;
import java.util.List;

/**
 * A tunnel of a sandbox that is open.
 *
 * @param auditId of the record of its CONNECT
 * @param target as its record names it
 * @param sinceMillis when it was asked for, in milliseconds since 1970
 * @param generation of the policy that let it through
 * @param inspected whether the gateway looks inside; then requests have records of their own, and no bytes are counted
 * @param bytesIn from the sandbox, as of the last look at it, about a second ago
 * @param bytesOut to the sandbox, likewise
 */
public record TunnelReport(
        String auditId,
        String target,
        long sinceMillis,
        long generation,
        boolean inspected,
        long bytesIn,
        long bytesOut) {
    /** Tells of the open tunnels of a sandbox, in no particular order. Safe for concurrent use; never blocks. */
    @FunctionalInterface
    public interface Source {
        List<TunnelReport> open(SandboxId id);
    }
}
