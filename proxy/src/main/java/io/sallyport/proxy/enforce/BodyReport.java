package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.decision.listing.ListSession;
import io.sallyport.decision.listing.ListedTools;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is only reported of the body of a request: by rules in report mode and by candidates, and of the secrets in what
 * goes on. Nothing of it changes what becomes of the request.
 */
public final class BodyReport {
    private final AuditDraft draft;
    private final PolicyChain policies;
    private final CanonicalRequest request;
    private final RequestHeaders headers;
    private final @Nullable SecretRule searched;
    private final boolean byRules;
    private boolean noted; // on the event loop

    private BodyReport(
            AuditDraft draft,
            PolicyChain policies,
            CanonicalRequest request,
            RequestHeaders headers,
            @Nullable SecretRule searched,
            boolean byRules) {
        this.draft = draft;
        this.policies = policies;
        this.request = request;
        this.headers = headers;
        this.searched = searched;
        this.byRules = byRules;
    }

    /** Returns what reports on the body of that request; null where nothing does, or the body was judged. */
    static @Nullable BodyReport of(AuditDraft draft, AllowedRequest passage, SecretRule secrets) {
        boolean byRules = draft.reported().awaitsBody();
        SecretRule searched = secrets.reportsBodies() ? secrets : null;
        return (byRules || searched != null) && passage.headers().body() == null
                ? new BodyReport(draft, passage.policies(), passage.request(), passage.headers(), searched, byRules)
                : null;
    }

    /**
     * Returns what reports on the body of a request that is refused, where a candidate would decide by it; else null.
     * Then the record says nothing of that, and the line behind it does.
     */
    static @Nullable BodyReport ofRefused(AuditDraft draft, ProxiedRequest asked) {
        Reported said = draft.reported();
        if (!said.awaitsBody() || asked.headers().body() != null) {
            return null;
        }
        draft.reported(new Reported(said.denies(), false, said.wouldAllow(), false));
        return new BodyReport(draft, asked.policies(), asked.request(), asked.headers(), null, true);
    }

    /**
     * What was said of it.
     *
     * @param reported null where no rule came to it
     */
    public record Said(@Nullable Reported reported, List<FoundSecret> found) {}

    /** Returns who pays for what is held of the body. */
    public SandboxBuffers payer() {
        return policies.sandbox().admission().buffers();
    }

    /** Returns what the policies that judged the request say of {@code body}, and what is found in it; any thread. */
    public Said asked(RequestBody body) {
        ListedTools tools = policies.sandbox().admission().tools();
        var session = ListSession.of(tools, request, headers);
        RequestHeaders whole = body.knowing(session::listed).after(headers);
        Reported reported = byRules ? policies.decide(request, whole).reported() : null;
        return new Said(reported, searched == null ? List.of() : searched.found(request, whole));
    }

    /**
     * Notes it for the record, on the event loop.
     *
     * @param recorded whether the record is written already: then the line of its end says it
     */
    public void noted(Said said, boolean recorded) {
        noted = true;
        draft.foundToo(said.found());
        Reported reported = said.reported();
        if (reported == null) {
            return;
        }
        if (recorded) {
            draft.reportedOfMessage(reported);
        } else {
            draft.reported(reported);
        }
    }

    /** Returns whether something was noted, on the event loop; else the line behind the record says so. */
    public boolean settled() {
        if (!noted) {
            draft.reportedOfMessage(new Reported(List.of(), true));
        }
        return noted;
    }
}
