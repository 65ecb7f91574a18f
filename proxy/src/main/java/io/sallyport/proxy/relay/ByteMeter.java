package io.sallyport.proxy.relay;

import io.sallyport.decision.ledger.Account;
import io.sallyport.proxy.enforce.AllowedRequest;
import java.math.BigDecimal;

/** Charges bytes that have passed to the sandbox's budget, each once. Confined to its event loop. */
final class ByteMeter {
    private final Account account;
    private long charged;

    ByteMeter(AllowedRequest passage) {
        this.account = passage.sandbox().admission().account();
    }

    /** @param passed in both directions, since the beginning */
    void read(long passed) {
        if (passed > charged) {
            account.spend(Account.BYTES, BigDecimal.valueOf(passed - charged));
            charged = passed;
        }
    }
}
