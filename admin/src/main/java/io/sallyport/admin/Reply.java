package io.sallyport.admin;

import io.sallyport.audit.AuditFilter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a call gets. */
sealed interface Reply {
    /** One answer, as soon as it is there. */
    record Whole(CompletionStage<Answer> answer) implements Reply {}

    /** The audit, line by line, until the caller goes. */
    record Following(AuditFilter filter) implements Reply {}

    static Reply now(Answer answer) {
        return new Whole(CompletableFuture.completedStage(answer));
    }
}
