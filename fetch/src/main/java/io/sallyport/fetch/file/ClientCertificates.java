package io.sallyport.fetch.file;

import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Set;

/** The client certificates that fetches of single files show. Safe for concurrent use; never blocks. */
@FunctionalInterface
public interface ClientCertificates {
    /** There are none: what asks for a credential is refused. */
    ClientCertificates NONE =
            (_, _, granted) -> granted.isEmpty() ? new Nothing() : new Refused(ReasonCode.UNKNOWN_OBLIGATION);

    /** What a target is shown that asks for a certificate in the handshake. */
    sealed interface Shown {}

    /** No credential is granted. */
    record Nothing() implements Shown {}

    /** One certificate; {@code names} are those of its credentials. */
    record Certificate(List<String> names, ClientIdentity identity) implements Shown {}

    /** The credentials that are granted cannot be had in a fetch, or not now. */
    record Refused(ReasonCode reason) implements Shown {}

    /**
     * Returns what {@code request} of a sandbox shows.
     *
     * @param granted names of credentials that policy attaches to it
     */
    Shown of(SandboxId sandbox, CanonicalRequest request, Set<String> granted);
}
