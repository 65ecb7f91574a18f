package io.sallyport.fetch.sandbox;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.file.AllowlistFilePolicy;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Decision;

/**
 * The single files that a sandbox may get: those that it may GET through the proxy and, if its harness opted in, those
 * that its allowlist covers (docs/decisions/fetch-endpoint.md).
 *
 * @param findings what is looked for in the URL, and in those that it leads to
 * @param mayFetch whether the harness opted in, and that of each ancestor
 * @param allowlist the harness's allowlist
 */
public record FilesOfSandbox(Sandbox sandbox, UrlSearch findings, boolean mayFetch, Allowlist allowlist)
        implements FilePolicy {
    @Override
    public Judged judge(CanonicalUrl url) {
        var asked = new FileQuestion(PolicyChain.of(sandbox, IdentityKind.FETCH), url, findings, mayFetch);
        return switch (asked.policies().admit(asked)) {
            case Judging.Refused refused -> new Turned(FetchRefusal.by(refused.why()));
            case Judging.Admitted(Decision.Allow allow, var _) ->
                asked.isByAllowlist() ? listed(url, allow) : admitted(allow, false);
        };
    }

    /** Checks the list again: the grant is a plain prefix, but the list itself never covers doubly encoded paths. */
    private Judged listed(CanonicalUrl url, Decision.Allow allow) {
        return new AllowlistFilePolicy(allowlist).judge(url) instanceof Turned turned ? turned : admitted(allow, true);
    }

    private static Admitted admitted(Decision.Allow allow, boolean isCounted) {
        return new Admitted(allow.rule(), isCounted, allow.obligations().addresses(), allow.reported());
    }
}
