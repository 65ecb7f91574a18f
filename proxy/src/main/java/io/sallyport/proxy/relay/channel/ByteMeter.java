package io.sallyport.proxy.relay.channel;

import io.sallyport.decision.ledger.Account;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.telemetry.ProxyMeter;

/** Counts bytes that have passed, and charges them to the sandbox's budget, each once. Confined to its event loop. */
public final class ByteMeter {
    private final Account account;
    private final ProxyMeter meter;
    private final CanonicalHost host;
    private long charged;

    /** A meter of what {@code passage} lets pass. */
    public ByteMeter(AllowedRequest passage, ProxyMeter meter) {
        this.meter = meter;
        this.account = passage.sandbox().admission().account();
        this.host = passage.request().host();
    }

    /**
     * Charges what has not been charged.
     *
     * @param passed in both directions, since the beginning
     */
    public void read(long passed) {
        if (passed > charged) {
            meter.relayed(passed - charged);
            account.spendBytes(host, passed - charged);
            charged = passed;
        }
    }
}
