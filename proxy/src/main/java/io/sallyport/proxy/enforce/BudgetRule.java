package io.sallyport.proxy.enforce;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.model.RequestKind;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a request costs of the budget that counts requests. */
final class BudgetRule {
    private BudgetRule() {}

    /** Charges it; false where too little is left, or too little of it is here. */
    static boolean take(AllowedRequest passage) {
        Account account = account(passage);
        return isOpened(passage)
                ? account.takeTunnel()
                : account.takeRequest(passage.request().host());
    }

    /** What it waits for before it can be charged; null where nothing is missing here. */
    static @Nullable CompletionStage<Supply> missing(AllowedRequest passage) {
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
