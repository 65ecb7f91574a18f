package io.sallyport.proxy.enforce;

import io.sallyport.decision.WebReport;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.proxy.listener.RequestHead;
import java.util.Arrays;
import java.util.List;

/**
 * What the operator's setting does about secrets in a request of a model under the gateway's own name, which no rule
 * for the web sees. Safe for concurrent use.
 *
 * @param headers of the request, which know what is looked for
 * @param mostBytes of a body that are searched
 */
record ModelSecrets(SecretRule rule, CanonicalRequest request, RequestHeaders headers, int mostBytes)
        implements WebReport {
    static ModelSecrets in(RequestHead head, CanonicalRequest request, SandboxId sandbox, ProxiedRequest.Rules rules) {
        return new ModelSecrets(
                rules.secrets(),
                request,
                rules.searched(sandbox, request, head),
                rules.endpoints().judgedBodyBytes());
    }

    @Override
    public Said head() {
        return said(rule.found(request, headers));
    }

    @Override
    public Said whole(byte[] body) {
        if (!rule.policy().readsBodies() && !rule.reportsBodies()) {
            return head();
        }
        if (body.length <= mostBytes) {
            return said(in(RequestBody.of(body, mostBytes)));
        }
        return rule.reportsBodies()
                ? said(in(RequestBody.beginning(Arrays.copyOf(body, mostBytes))))
                : new Said(Reported.NONE, head().found(), Verdict.refuse(ReasonCode.BODY_TOO_LARGE));
    }

    private List<FoundSecret> in(RequestBody body) {
        return rule.found(request, body.after(headers));
    }

    private Said said(List<FoundSecret> found) {
        boolean isRefused = rule.policy().mode() == FindingMode.ENFORCE && !found.isEmpty();
        return new Said(Reported.NONE, found, isRefused ? Verdict.Refuse.by(FindingMode.denied(found)) : Verdict.PASS);
    }
}
