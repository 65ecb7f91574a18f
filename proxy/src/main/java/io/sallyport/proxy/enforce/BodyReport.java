package io.sallyport.proxy.enforce;

import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.decision.listing.ListSession;
import io.sallyport.decision.listing.ListedTools;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is only reported of the body of a request that goes on: by rules in report mode, by candidates, and of the
 * secrets in it. Nothing of it changes what becomes of the request.
 */
public final class BodyReport {
    private final AuditDraft draft;
    private final AllowedRequest passage;
    private final SecretRule secrets;
    private final boolean byRules;

    private BodyReport(AuditDraft draft, AllowedRequest passage, SecretRule secrets, boolean byRules) {
        this.draft = draft;
        this.passage = passage;
        this.secrets = secrets;
        this.byRules = byRules;
    }

    /** Returns what reports on the body of that request; null where nothing does, or the body was judged. */
    static @Nullable BodyReport of(AuditDraft draft, AllowedRequest passage, SecretRule secrets) {
        boolean byRules = draft.reported().awaitsBody();
        boolean isWanted = byRules || secrets.reportsBodies();
        return isWanted && passage.headers().body() == null ? new BodyReport(draft, passage, secrets, byRules) : null;
    }

    /**
     * What was said of it.
     *
     * @param reported null where no rule came to it
     */
    public record Said(@Nullable Reported reported, List<FoundSecret> found) {}

    /** Returns who pays for what is held of the body. */
    public SandboxBuffers payer() {
        return passage.sandbox().admission().buffers();
    }

    /** Returns what the policies that let the request pass say of {@code body}, and what is found in it; any thread. */
    public Said asked(RequestBody body) {
        ListedTools tools = passage.sandbox().admission().tools();
        var session = ListSession.of(tools, passage.request(), passage.headers());
        RequestHeaders whole = body.knowing(session::listed).after(passage.headers());
        Reported reported =
                byRules ? passage.policies().decide(passage.request(), whole).reported() : null;
        boolean searches = secrets.reportsBodies();
        return new Said(reported, searches ? secrets.found(passage.request(), whole) : List.of());
    }

    /**
     * Notes it for the record, on the event loop.
     *
     * @param recorded whether the record is written already: then the line of its end says it
     */
    public void noted(Said said, boolean recorded) {
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
}
