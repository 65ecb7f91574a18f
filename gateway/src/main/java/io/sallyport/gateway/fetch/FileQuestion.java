package io.sallyport.gateway.fetch;

import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.GatewayNames;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * A single file on its way through the checks. It is asked about twice, as a GET through the proxy and as a fetch: one of
 * both must grant it, and whatever either of them denies is denied. Confined to its thread.
 */
final class FileQuestion implements Operation {
    private final PolicyChain policies;
    private final CanonicalUrl url;
    private final boolean mayFetch;
    private boolean byAllowlist;

    FileQuestion(PolicyChain policies, CanonicalUrl url, boolean mayFetch) {
        this.policies = policies;
        this.url = url;
        this.mayFetch = mayFetch;
    }

    Decision admitted() {
        return policies.admit(this);
    }

    /** Whether only the harness' allowlist grants it, so that it is one of the run's fetches. */
    boolean isByAllowlist() {
        return byAllowlist;
    }

    /** The names that the gateway answers itself lead nowhere outside. */
    @Override
    public @Nullable ReasonCode held() {
        return GatewayNames.isOwn(url.host().text()) ? ReasonCode.LOCAL_NAME : null;
    }

    @Override
    public Decision judged() {
        Decision get = PolicyOfSandbox.met(policies.decide(
                CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query())));
        Decision fetch = PolicyOfSandbox.met(
                policies.decide(CanonicalRequest.fetch(url.scheme(), url.host(), url.port(), url.path())));
        if (isDenied(get)) {
            return get;
        }
        if (isDenied(fetch) || get instanceof Decision.Allow) {
            return isDenied(fetch) ? fetch : get;
        }
        byAllowlist = true;
        return mayFetch && url.query().text() == null ? fetch : get;
    }

    /** That nobody grants it is no denial: the other may. */
    private static boolean isDenied(Decision decision) {
        return decision instanceof Decision.Deny deny && deny.reason() != ReasonCode.NO_GRANT;
    }

    @Override
    public @Nullable ReasonCode crowded() {
        return policies.sandbox().admission().tooManyNames(url.host());
    }

    @Override
    public @Nullable ReasonCode counted() {
        return policies.sandbox().admission().newName(url.host());
    }
}
