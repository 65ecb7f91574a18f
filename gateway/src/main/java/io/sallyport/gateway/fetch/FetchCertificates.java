package io.sallyport.gateway.fetch;

import io.sallyport.fetch.file.ClientCertificates;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.credentials.ShownCertificate;
import java.util.Set;

/** The client certificates among the credentials of sandboxes, by the rules of the proxy. */
public record FetchCertificates(SandboxKeys keys) implements ClientCertificates {
    @Override
    public Shown of(SandboxId sandbox, CanonicalRequest request, Set<String> granted) {
        if (granted.isEmpty()) {
            return new Nothing();
        }
        Keyring own = keys.of(sandbox);
        if (granted.stream().anyMatch(name -> own.named(name).isEmpty())) {
            return new Refused(ReasonCode.UNKNOWN_OBLIGATION);
        }
        var scope = new CredentialScope(own, request, RequestHeaders.EMPTY, granted);
        return switch (ShownCertificate.of(scope)) {
            case ShownCertificate.Certified(var names, var identity) -> new Certificate(names, identity);
            case ShownCertificate.None() -> new Nothing();
            case ShownCertificate.Other() -> new Refused(ReasonCode.UNKNOWN_OBLIGATION);
            case ShownCertificate.Ambiguous() -> new Refused(ReasonCode.CREDENTIAL_UNRESOLVED);
            case ShownCertificate.Unavailable() -> new Refused(ReasonCode.CREDENTIAL_UNAVAILABLE);
        };
    }
}
