package io.sallyport.fetch.sandbox;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.file.AllowlistFilePolicy;
import io.sallyport.fetch.file.ClientCertificates;
import io.sallyport.fetch.file.ClientCertificates.Certificate;
import io.sallyport.fetch.file.ClientCertificates.Nothing;
import io.sallyport.fetch.file.ClientCertificates.Refused;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The single files that a sandbox may get: those that it may GET through the proxy and, if its harness opted in, those
 * that its allowlist covers (docs/decisions/fetch-endpoint.md).
 *
 * @param findings what is looked for in the URL, and in those that it leads to
 * @param certificates what targets are shown
 * @param mayFetch whether the harness opted in, and that of each ancestor
 * @param allowlist the harness's allowlist
 */
public record FilesOfSandbox(
        Sandbox sandbox, UrlSearch findings, ClientCertificates certificates, boolean mayFetch, Allowlist allowlist)
        implements FilePolicy {
    @Override
    public Judged judge(CanonicalUrl url) {
        var asked =
                new FileQuestion(PolicyChain.of(sandbox, IdentityKind.FETCH), url, findings, certificates, mayFetch);
        return switch (asked.policies().admit(asked)) {
            case Judging.Refused refused -> new Turned(FetchRefusal.by(refused.why()));
            case Judging.Admitted(Decision.Allow allow, var _) ->
                asked.isByAllowlist() ? listed(asked, url, allow) : admitted(asked, allow, false);
        };
    }

    /** Checks the list again: the grant is a plain prefix, but the list itself never covers doubly encoded paths. */
    private Judged listed(FileQuestion asked, CanonicalUrl url, Decision.Allow allow) {
        return new AllowlistFilePolicy(allowlist).judge(url) instanceof Turned turned
                ? turned
                : admitted(asked, allow, true);
    }

    private static Judged admitted(FileQuestion asked, Decision.Allow allow, boolean isCounted) {
        return switch (asked.shown(allow.obligations())) {
            case Refused(var reason) -> new Turned(FetchRefusal.by(Verdict.refuse(reason)));
            case Certificate shown -> admitted(allow, isCounted, shown);
            case Nothing() -> admitted(allow, isCounted, null);
        };
    }

    private static Admitted admitted(Decision.Allow allow, boolean isCounted, @Nullable Certificate shown) {
        return new Admitted(allow.rule(), isCounted, allow.obligations().addresses(), shown, allow.reported());
    }
}
