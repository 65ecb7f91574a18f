package io.sallyport.proxy.enforce;

import io.sallyport.decision.ledger.Supply;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * A request that passes if the store, which several gateways share, has budget left for it: it was counted, nothing was
 * charged, and nobody was dialled. Confined to the event loop of its connection.
 */
public final class AwaitedBudget {
    private final RequestPath path;
    private final AuditDraft draft;
    private final ProxiedRequest asked;
    private final AllowedRequest passage;
    private final CompletionStage<Supply> missing;

    AwaitedBudget(
            RequestPath path,
            AuditDraft draft,
            ProxiedRequest asked,
            AllowedRequest passage,
            CompletionStage<Supply> missing) {
        this.path = path;
        this.draft = draft;
        this.asked = asked;
        this.passage = passage;
        this.missing = missing;
    }

    /** Has {@code told} hear of the answer, on any thread; the store answers or is given up in a bounded time. */
    public void open(Consumer<Supply> told) {
        missing.thenAccept(told);
    }

    /** What is to be done now with a request that came to this before its body was read. */
    public Action resumed(Supply supply) {
        return path.resumed(draft, asked, answered(supply));
    }

    /** What is to be done with the request now. */
    public Action.OfWhole answered(Supply supply) {
        return switch (supply) {
            case HELD -> path.supplied(draft, asked, passage);
            case USED_UP -> path.unpaid(draft, asked, ReasonCode.BUDGET_EXHAUSTED);
            case UNAVAILABLE -> path.unpaid(draft, asked, ReasonCode.STATE_UNAVAILABLE);
        };
    }
}
