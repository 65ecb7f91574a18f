package io.sallyport.policycompiler;

import io.sallyport.decision.AllowedPatterns;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.regoengine.value.RegoObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the documents of a sandbox grant. Immutable; equal documents share one.
 *
 * @param digest lower-case hex SHA-256 of the documents
 * @param index as the library reads it at {@code data.sallyport.index}
 * @param lease at whose end every grant ends, or null
 * @param patterns granted patterns as written, for people
 * @param runtimeFetch what the harness says of the fetch endpoint
 * @param apiServers those of the harness, as they are written there
 */
record SandboxGrants(
        String digest,
        RegoObject index,
        @Nullable Lease lease,
        List<String> patterns,
        AllowedPatterns allowed,
        RuntimeFetch runtimeFetch,
        List<Sourced> apiServers) {
    SandboxGrants {
        patterns = List.copyOf(patterns);
        apiServers = List.copyOf(apiServers);
    }
}
