package io.sallyport.fetch.sandbox;

import io.sallyport.decision.Door;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.file.ClientCertificates;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;

/**
 * The checks of a request for a single file. Policy is asked twice, about a GET through the proxy and about a fetch:
 * one of the two must grant it, and neither may deny it. Confined to its thread.
 */
final class FileQuestion implements Operation {
    private final PolicyChain policies;
    private final CanonicalUrl url;
    private final UrlSearch findings;
    private final ClientCertificates certificates;
    private final boolean mayFetch;
    private boolean byAllowlist;

    FileQuestion(
            PolicyChain policies,
            CanonicalUrl url,
            UrlSearch findings,
            ClientCertificates certificates,
            boolean mayFetch) {
        this.policies = policies;
        this.url = url;
        this.findings = findings;
        this.certificates = certificates;
        this.mayFetch = mayFetch;
    }

    PolicyChain policies() {
        return policies;
    }

    /** Returns whether only the harness's allowlist grants it, in which case it counts as one of the run's fetches. */
    boolean isByAllowlist() {
        return byAllowlist;
    }

    @Override
    public Door door() {
        return Door.FILE;
    }

    @Override
    public CanonicalHost host() {
        return url.host();
    }

    @Override
    public Verdict held() {
        return FetchRules.leadsOutside(url.host());
    }

    @Override
    public Decision judged() {
        CanonicalRequest asked = url.get();
        return findings.judge(asked, judged(ask(asked)));
    }

    private Decision judged(Decision get) {
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

    /**
     * Asks policy about one of the two requests. An obligation that cannot be met is a denial, even if the other grants
     * it.
     */
    private Decision ask(CanonicalRequest request) {
        Decision decision = policies.decide(request, findings.headers());
        return decision instanceof Decision.Allow allow && met(allow.obligations()) instanceof Verdict.Refuse why
                ? why.deny()
                : decision;
    }

    /** Returns whether the decision is a denial. A missing grant is not, since the other request may be granted. */
    private static boolean isDenied(Decision decision) {
        return decision instanceof Decision.Deny deny && deny.reason() != ReasonCode.NO_GRANT;
    }

    @Override
    public Verdict met(Obligations obligations) {
        return shown(obligations) instanceof ClientCertificates.Refused(var reason)
                ? Verdict.refuse(reason)
                : Verdict.PASS;
    }

    /** What the target is shown of the credentials that policy attaches. */
    ClientCertificates.Shown shown(Obligations obligations) {
        return certificates.of(policies.sandbox().id(), url.get(), obligations.credentials());
    }

    @Override
    public Verdict named(boolean counted) {
        return policies.sandbox().admission().newName(url.host(), counted);
    }

    @Override
    public Verdict rated(Obligations obligations, boolean counted) {
        return policies.rated(obligations, url.host(), counted);
    }
}
