package io.sallyport.proxy.enforce;

import io.sallyport.audit.AuditLog;
import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.enforce.server.ApiServerRule;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The last step of a request that policy lets through: what it costs is charged. Safe for concurrent use. */
record RequestAdmission(RequestPath path, AuditLog audit, RefusalTexts refusals) {
    Action.OfWhole admit(AuditDraft draft, ProxiedRequest asked, AllowedRequest passage) {
        if (!audit.isAccepting()) {
            return refuse(draft, asked, ReasonCode.AUDIT_UNAVAILABLE);
        }
        if (ApiServerRule.isTooLarge(passage.request(), asked.head().framing())) {
            return refuse(draft, asked, ReasonCode.BODY_TOO_LARGE);
        }
        CompletionStage<Supply> missing = missing(passage);
        return missing == null ? charge(draft, asked, passage) : await(draft, asked, passage, missing);
    }

    private Action.OfWhole charge(AuditDraft draft, ProxiedRequest asked, AllowedRequest passage) {
        RequestApproval approval = passage.approval();
        if (approval != null && !approval.take()) {
            return refuse(draft, asked, ReasonCode.ASK_EXPIRED);
        }
        // Last, since it charges: what is refused costs nothing.
        if (!take(passage)) {
            // Another may have been quicker to take what is here. An approval is not taken twice.
            CompletionStage<Supply> missing = approval == null ? missing(passage) : null;
            return missing == null
                    ? refuse(draft, asked, ReasonCode.BUDGET_EXHAUSTED)
                    : await(draft, asked, passage, missing);
        }
        if (!passage.lists().isEmpty()) {
            var question = new ListQuestion(passage.request(), asked.head(), passage.lists());
            passage.sandbox().admission().tools().questions().add(question);
        }
        return new Action.Forward(draft, passage);
    }

    private Action.AwaitBudget await(
            AuditDraft draft, ProxiedRequest asked, AllowedRequest passage, CompletionStage<Supply> missing) {
        return new Action.AwaitBudget(draft, new AwaitedBudget(path, draft, asked, passage, missing));
    }

    Action.Refuse refuse(AuditDraft draft, ProxiedRequest asked, ReasonCode reason) {
        return new Action.Refuse(
                draft, refusals.of(draft, reason, null), RequestPath.closes(asked.head(), asked.seated()));
    }

    /** Charges it; false where too little is left, or too little of it is here. */
    private static boolean take(AllowedRequest passage) {
        Account account = account(passage);
        return isOpened(passage)
                ? account.takeTunnel()
                : account.takeRequest(passage.request().host());
    }

    /** What it waits for before it can be charged; null where nothing is missing here. */
    private static @Nullable CompletionStage<Supply> missing(AllowedRequest passage) {
        Account account = account(passage);
        return isOpened(passage)
                ? account.awaitTunnel()
                : account.awaitRequest(passage.request().host());
    }

    private static Account account(AllowedRequest passage) {
        return passage.sandbox().admission().account();
    }

    /** Each request in a tunnel that is opened is a use by itself. */
    private static boolean isOpened(AllowedRequest passage) {
        return passage.request().kind() == RequestKind.CONNECT && passage.isInspected();
    }
}
