package io.sallyport.decision.secrets;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;

/** What is done about secrets in what policy allows, whatever rules do. */
public enum FindingMode {
    /** Nothing: they are looked for where a rule reads them. */
    OFF,
    /** The record says what was found. */
    REPORT,
    /** What holds one is refused as well. */
    ENFORCE;

    private static final String RULE = "findings";

    /** Returns what is found in a request whose {@code headers} know what is looked for; nothing if it is off. */
    public List<FoundSecret> found(CanonicalRequest request, RequestHeaders headers) {
        SecretSearch search = headers.secrets();
        return this == OFF || search == null ? List.of() : search.in(request, headers);
    }

    /** Returns what becomes of such a request, which the policies allow. */
    public Decision judge(CanonicalRequest request, RequestHeaders headers, Decision.Allow allow) {
        List<FoundSecret> found = this == ENFORCE ? found(request, headers) : List.of();
        return found.isEmpty() ? allow : denied(found);
    }

    /**
     * Returns the refusal of what was found. A sandbox is told which tokens it sent; of a canary, or a secret of the
     * gateway's own, it learns nothing but that the request is refused.
     */
    public static Decision.Deny denied(List<FoundSecret> found) {
        List<DenyRule> tokens = found.stream()
                .filter(secret -> secret.kind() == FindingKind.TOKEN)
                .map(secret -> new DenyRule(
                        RULE, secret.name() + " in the " + secret.place().word()))
                .toList();
        return new Decision.Deny(ReasonCode.SECRET_FOUND, RULE, tokens);
    }
}
