package io.sallyport.policycompiler;

import io.sallyport.decision.AllowedPatterns;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.model.dialect.PolicyReading;
import io.sallyport.regoengine.value.RegoObject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The grants of a sandbox's documents. Immutable; shared by equal documents.
 *
 * @param digest lower-case hex SHA-256 of the documents
 * @param index the form that the library reads at {@code data.sallyport.index}
 * @param credentials names of the credentials that are granted for some requests
 * @param lease whose end ends every grant, or null
 * @param reading in which dialects its documents, and what they judge, are read
 * @param patterns granted patterns as written, for people
 * @param runtimeFetch the harness's settings for the fetch endpoint
 * @param apiServers those of the harness, as written
 */
record SandboxGrants(
        String digest,
        RegoObject index,
        Set<String> credentials,
        @Nullable Lease lease,
        List<String> patterns,
        AllowedPatterns allowed,
        PolicyReading reading,
        RuntimeFetch runtimeFetch,
        List<Sourced> apiServers) {
    SandboxGrants {
        credentials = Set.copyOf(credentials);
        patterns = List.copyOf(patterns);
        apiServers = List.copyOf(apiServers);
    }
}
