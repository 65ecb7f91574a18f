package io.sallyport.proxy.enforce;

import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.decision.body.BodyForms;
import io.sallyport.decision.body.CallErrors;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.message.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * A request that stands or falls with its body, which has not been read: nothing of it was counted, and nobody was
 * dialled. Confined to the event loop of its connection.
 */
public final class AwaitedBody {
    private final RequestPath path;
    private final AuditDraft draft;
    private final ProxiedRequest asked;
    private final int maxBytes;

    AwaitedBody(RequestPath path, AuditDraft draft, ProxiedRequest asked, int maxBytes) {
        this.path = path;
        this.draft = draft;
        this.asked = asked;
        this.maxBytes = maxBytes;
    }

    /** The same of a request that a person has approved. */
    public AwaitedBody approved(RequestApproval approval) {
        return new AwaitedBody(path, draft, asked.with(approval), maxBytes);
    }

    /** The limit that the policies set to the body; that of the gateway holds as well. */
    public int maxBytes() {
        return maxBytes;
    }

    /** Who pays for what is held of it. */
    public SandboxBuffers payer() {
        return asked.policies().sandbox().admission().buffers();
    }

    /** Whether it is a request of git, of which the beginning may do. */
    public boolean isOfGit() {
        return BodyForms.isOfGitByBody(asked.request());
    }

    /** Whether these bytes, with which the body begins, say all that can be judged of it: the rest is git's pack. */
    public boolean suffices(byte[] beginning) {
        return BodyForms.areCommandsOfPush(beginning, asked.request());
    }

    /** The refusal in the words of the calls that {@code body} holds, as JSON; null where it holds none. */
    public @Nullable String inWordsOfCalls(RequestBody body, Refusal refusal) {
        return CallErrors.of(BodyForms.of(body, asked.headers()), asked.request(), refusal);
    }

    /** What is to be done with the request now that its body is {@code body}. */
    public Action.OfWhole judged(RequestBody body) {
        return path.judge(draft, asked.with(body));
    }
}
