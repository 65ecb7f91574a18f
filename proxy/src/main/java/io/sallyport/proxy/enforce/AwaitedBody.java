package io.sallyport.proxy.enforce;

import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.message.RequestBody;

/**
 * A request that stands or falls with its body, which has not been read: nothing of it was counted, and nobody was
 * dialled. Confined to the event loop of its connection.
 */
public final class AwaitedBody {
    private final RequestPath path;
    private final AuditDraft draft;
    private final ProxiedRequest asked;

    AwaitedBody(RequestPath path, AuditDraft draft, ProxiedRequest asked) {
        this.path = path;
        this.draft = draft;
        this.asked = asked;
    }

    /** Who pays for what is held of it. */
    public SandboxBuffers payer() {
        return asked.policies().sandbox().admission().buffers();
    }

    /** What is to be done with the request now that its body is {@code body}. */
    public Action.OfWhole judged(RequestBody body) {
        return path.judge(draft, asked.with(body));
    }
}
