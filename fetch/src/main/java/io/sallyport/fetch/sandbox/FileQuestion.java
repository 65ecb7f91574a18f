package io.sallyport.fetch.sandbox;

import io.sallyport.decision.Door;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;

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

    PolicyChain policies() {
        return policies;
    }

    /** Whether only the harness' allowlist grants it, so that it is one of the run's fetches. */
    boolean isByAllowlist() {
        return byAllowlist;
    }

    @Override
    public Door door() {
        return Door.FILE;
    }

    @Override
    public Verdict held() {
        return FetchRules.leadsOutside(url.host());
    }

    @Override
    public Decision judged() {
        Decision get = ask(CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query()));
        Decision fetch = ask(CanonicalRequest.fetch(url.scheme(), url.host(), url.port(), url.path()));
        if (isDenied(get)) {
            return get;
        }
        if (isDenied(fetch) || get instanceof Decision.Allow) {
            return isDenied(fetch) ? fetch : get;
        }
        byAllowlist = true;
        return mayFetch && url.query().text() == null ? fetch : get;
    }

    /** Of both, what cannot be met is a denial: that the other grants it does not help. */
    private Decision ask(CanonicalRequest request) {
        Decision decision = policies.decide(request);
        return decision instanceof Decision.Allow allow && met(allow.obligations()) instanceof Verdict.Refuse why
                ? why.deny()
                : decision;
    }

    /** That nobody grants it is no denial: the other may. */
    private static boolean isDenied(Decision decision) {
        return decision instanceof Decision.Deny deny && deny.reason() != ReasonCode.NO_GRANT;
    }

    @Override
    public Verdict met(Obligations obligations) {
        return FetchRules.met(obligations);
    }

    @Override
    public Verdict named(boolean counted) {
        return policies.sandbox().admission().newName(url.host(), counted);
    }
}
