package io.sallyport.proxy.enforce;

import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Reported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What rules in report mode say of the messages of one WebSocket: each rule once, with the message that it was first
 * said of. Confined to its event loop.
 */
final class ReportedMessages {
    private final Map<String, DenyRule> denies = new LinkedHashMap<>();
    private long hits;
    private boolean notAsked;
    private boolean wouldAllow;

    void add(Reported said) {
        hits += said.wouldDeny() ? 1 : 0;
        notAsked |= said.notAsked();
        wouldAllow |= said.wouldAllow();
        for (DenyRule deny : said.denies()) {
            if (denies.size() < Reported.MAX_DENIES) {
                denies.putIfAbsent(deny.rule(), deny);
            }
        }
    }

    Reported all() {
        return new Reported(new ArrayList<>(denies.values()), notAsked, wouldAllow, false);
    }

    /** Of how many messages a rule said that it would have refused. */
    long hits() {
        return hits;
    }
}
