package io.sallyport.decision.ledger;

import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which currencies are used up for an operation of one account, by itself or above it. An ancestor's counts in all
 * where an account on the way down has its own part of it, else by what is free there.
 *
 * @param host the operation's, whose ceilings count as well; null if it has none
 */
record Exhaustion(Account asking, @Nullable CanonicalHost host) {
    /** Returns the one that is named first, or null if nothing is used up. */
    @Nullable
    String first() {
        String found = null;
        for (Account account = asking; account != null; account = account.parent()) {
            for (Counter counter : account.named()) {
                if (isUsedUp(account, counter) && (found == null || rank(counter.currency()) > rank(found))) {
                    found = counter.currency();
                }
            }
        }
        return found;
    }

    /** Returns each of them once: the nearest of its name. */
    List<Balance> all() {
        var found = new LinkedHashMap<String, Balance>();
        for (Account account = asking; account != null; account = account.parent()) {
            for (Counter counter : account.named()) {
                if (isUsedUp(account, counter)) {
                    var balance = new Balance(
                            counter.currency(),
                            counter.initial(),
                            isCovered(account, counter) ? counter.total() : counter.free());
                    found.putIfAbsent(counter.currency(), balance);
                }
            }
        }
        return new ArrayList<>(found.values());
    }

    private boolean isUsedUp(Account of, Counter counter) {
        if (!counter.counts(host)) {
            return false;
        }
        boolean covered = isCovered(of, counter);
        if (covered && counter.slice() != null) {
            return false; // the store has charged the ancestors when it handed out the slice below
        }
        return (covered ? counter.total() : counter.free()).signum() <= 0 || (counter.isRefused() && !covered);
    }

    /** Whether an account on the way to {@code of} has its own part of the currency. */
    private boolean isCovered(Account of, Counter counter) {
        for (Account below = asking; below != null && below != of; below = below.parent()) {
            if (below.names(counter.currency())) {
                return true;
            }
        }
        return false;
    }

    private static int rank(String currency) {
        return switch (CurrencyKind.of(currency)) {
            case BYTES -> 3;
            case REPORTED -> 2;
            case REQUESTS -> 1;
            case USES -> 0;
        };
    }
}
