package io.sallyport.proxy.credentials;

import io.sallyport.egress.tls.ClientIdentity;
import java.util.List;

/** The client certificate of a request that the gateway itself makes for a sandbox, which has no other credential. */
public sealed interface ShownCertificate {
    /** All that is attached to the request is one certificate; {@code names} are those of its credentials. */
    record Certified(List<String> names, ClientIdentity identity) implements ShownCertificate {}

    /** All of its credentials are bound elsewhere. */
    record None() implements ShownCertificate {}

    /** Something else is attached to it. */
    record Other() implements ShownCertificate {}

    /** Two certificates are attached, of which a handshake shows one. */
    record Ambiguous() implements ShownCertificate {}

    /** There is one, which has no value now. */
    record Unavailable() implements ShownCertificate {}

    /** Returns what the credentials of {@code scope} come to. */
    static ShownCertificate of(CredentialScope scope) {
        if (scope.attached().isEmpty()) {
            return new None();
        }
        if (scope.isAmbiguous()) {
            return new Ambiguous();
        }
        boolean isOther = false;
        for (Credential credential : scope.attached()) {
            switch (scope.value(credential)) {
                case CredentialValue.Unavailable _ -> {
                    return new Unavailable();
                }
                case CredentialValue.Certified _ -> {}
                case CredentialValue.Known _, CredentialValue.SigningKeys _, CredentialValue.Unset _ -> isOther = true;
            }
        }
        ClientIdentity identity = scope.identity();
        List<String> names =
                scope.attached().stream().map(Credential::name).distinct().toList();
        return identity == null || isOther ? new Other() : new Certified(names, identity);
    }
}
