package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The budget of one sandbox, and its part in those of its ancestors. What it spends counts for all of them: its own named
 * currencies were set aside from its parent's when they were granted, and one that it does not name it draws from the
 * nearest ancestor that does. A currency that nobody names is not counted.
 *
 * <p>Safe for concurrent use. Spending and asking take no lock; granting and closing come one after the other within a
 * family, which is the caller's to see to, and while a child names a currency its ancestors neither take that up nor drop
 * it.
 */
public final class Account {
    /** Currencies that one account may ever name. */
    public static final int MAX_CURRENCIES = 64;

    /** One for each request that is let through. */
    public static final String REQUESTS = "requests";

    /** Bytes of payload, both directions. */
    public static final String BYTES = "bytes";

    private static final Counter[] NONE = {};

    private final String owner;
    private final @Nullable Account parent;
    private final Ledger ledger;
    private final AtomicBoolean touched = new AtomicBoolean();
    private final Map<String, Counter> known = new LinkedHashMap<>(0); // guarded by this
    private volatile Counter[] named = NONE;

    Account(String owner, @Nullable Account parent, Ledger ledger) {
        this.owner = owner;
        this.parent = parent;
        this.ledger = ledger;
    }

    /** Whose it is. */
    public String owner() {
        return owner;
    }

    public @Nullable Account parent() {
        return parent;
    }

    /** Charges {@code amount}, above zero, whether or not it is left; false where nobody names the currency. */
    public boolean spend(String currency, BigDecimal amount) {
        boolean counted = shift(currency, amount.negate());
        if (counted) {
            touch();
        }
        return counted;
    }

    /** Adds to what is left along the chain; false where nobody names the currency. */
    private boolean shift(String currency, BigDecimal delta) {
        BigDecimal uncovered = delta;
        boolean counted = false;
        for (Account account = this; account != null; account = account.parent) {
            Counter counter = account.find(currency);
            if (counter != null) {
                uncovered = counter.shift(delta, uncovered);
                counted = true;
            }
        }
        return counted;
    }

    /** Charges one unit of {@link #REQUESTS} if anything is left of it; true also where nobody counts them. */
    public boolean takeRequest() {
        return take(REQUESTS, BigDecimal.ONE, Counter.Floor.SOME);
    }

    /**
     * Charges an estimate if all of it is left, to be settled once the true amount is known.
     *
     * @param amount above zero
     * @return null where so much is not left
     */
    public @Nullable Reservation reserve(String currency, BigDecimal amount) {
        return take(currency, amount, Counter.Floor.ALL) ? new Reservation(this, currency, amount) : null;
    }

    private boolean take(String currency, BigDecimal amount, Counter.Floor floor) {
        Account first = this;
        Counter counter = first.find(currency);
        while (counter == null) {
            first = first.parent;
            if (first == null) {
                return true;
            }
            counter = first.find(currency);
        }
        BigDecimal delta = amount.negate();
        BigDecimal uncovered = counter.shiftIfFree(delta, floor);
        if (uncovered == null) {
            return false;
        }
        boolean left = first.takeAbove(currency, delta, uncovered, floor);
        if (!left) {
            first.shift(currency, amount);
        }
        touch();
        return left;
    }

    /** Charges the ancestors; false where one of them had too little left in all, though it was charged. */
    private boolean takeAbove(String currency, BigDecimal delta, BigDecimal beyond, Counter.Floor floor) {
        BigDecimal uncovered = beyond;
        boolean left = true;
        for (Account account = parent; account != null; account = account.parent) {
            Counter counter = account.find(currency);
            if (counter != null) {
                uncovered = counter.shift(delta, uncovered);
                left &= floor.admits(counter.total().subtract(delta), delta);
            }
        }
        return left;
    }

    /** Settles a reservation. */
    void settle(String currency, BigDecimal reserved, BigDecimal actual) {
        BigDecimal rest = reserved.subtract(actual);
        if (rest.signum() != 0) {
            shift(currency, rest);
            touch();
        }
    }

    /**
     * A currency that is used up, of the account or of an ancestor; null where none is. An ancestor's counts in all where an
     * account on the way down has its own part of it, else by what is free there. Of several {@link #BYTES} is named
     * first, and {@link #REQUESTS} last.
     */
    public @Nullable String exhausted() {
        String found = null;
        for (Account account = this; account != null; account = account.parent) {
            for (Counter counter : account.named) {
                if (isUsedUp(account, counter) && (found == null || rank(counter.currency()) > rank(found))) {
                    found = counter.currency();
                }
            }
        }
        return found;
    }

    /** Each currency that is used up, of the account or of an ancestor, once: the nearest of them. */
    public List<Balance> usedUp() {
        var found = new LinkedHashMap<String, Balance>();
        for (Account account = this; account != null; account = account.parent) {
            for (Counter counter : account.named) {
                if (isUsedUp(account, counter)) {
                    found.putIfAbsent(
                            counter.currency(),
                            new Balance(counter.currency(), counter.initial(), left(account, counter)));
                }
            }
        }
        return List.copyOf(found.values());
    }

    private boolean isUsedUp(Account of, Counter counter) {
        return left(of, counter).signum() <= 0;
    }

    /** What counts of an ancestor's: all of it where an account on the way has its own part, else what is free there. */
    private BigDecimal left(Account of, Counter counter) {
        for (Account below = this; below != null && below != of; below = below.parent) {
            if (below.find(counter.currency()) != null) {
                return counter.total();
            }
        }
        return counter.free();
    }

    private static int rank(String currency) {
        return switch (currency) {
            case BYTES -> 2;
            case REQUESTS -> 0;
            default -> 1;
        };
    }

    /** What is left of each currency that it draws on: of its own, and of the nearest ancestor's that it does not name. */
    public Map<String, BigDecimal> remaining() {
        var left = new LinkedHashMap<String, BigDecimal>();
        for (Account account = this; account != null; account = account.parent) {
            for (Counter counter : account.named) {
                left.putIfAbsent(counter.currency(), counter.free());
            }
        }
        return left;
    }

    /** What the lease in force names, by currency, with what is left of it. */
    public List<Balance> balances() {
        var all = new ArrayList<Balance>();
        for (Counter counter : named) {
            all.add(new Balance(counter.currency(), counter.initial(), counter.free()));
        }
        return all;
    }

    /** What was spent of each currency that it ever named, by itself and all below it. */
    public synchronized Map<String, BigDecimal> spent() {
        var spent = new LinkedHashMap<String, BigDecimal>();
        known.forEach((currency, counter) -> spent.put(currency, counter.spent()));
        return spent;
    }

    /** Whether it names the currency now. */
    public boolean names(String currency) {
        return find(currency) != null;
    }

    /**
     * From now on this is its budget, and what was spent stays spent: what is more is set aside from its ancestors', what is
     * less goes back to them. All of it, or nothing.
     *
     * @param budget by currency, not negative
     * @return what there is too little of, or null
     */
    public synchronized @Nullable Shortage grant(Map<String, BigDecimal> budget) {
        if (room(budget) < 0) {
            return new Shortage("", BigDecimal.valueOf(budget.size()), BigDecimal.valueOf(MAX_CURRENCIES));
        }
        Map<String, BigDecimal> before = new LinkedHashMap<>();
        balances().forEach(balance -> before.put(balance.currency(), balance.initial()));
        for (Map.Entry<String, BigDecimal> entry : budget.entrySet()) {
            Counter above = above(entry.getKey());
            if (!counter(entry.getKey()).grant(entry.getValue(), above, false)) {
                force(before);
                return new Shortage(entry.getKey(), entry.getValue(), above == null ? BigDecimal.ZERO : above.free());
            }
        }
        retireAllBut(budget);
        touch();
        return null;
    }

    /** {@link #grant} though there be too little: what it was before, or what it was before a restart. */
    public synchronized void force(Map<String, BigDecimal> budget) {
        budget.forEach((currency, amount) -> counter(currency).grant(amount, above(currency), true));
        retireAllBut(budget);
        touch();
    }

    /** What an earlier run of the gateway kept; before anything is granted or asked. */
    public synchronized void restore(Map<String, BigDecimal> spent) {
        spent.forEach((currency, amount) -> counter(currency).restoreSpent(amount));
    }

    /** It has ended: what is left goes back to its ancestors. Its children have ended before it. */
    public synchronized void close() {
        retireAllBut(Map.of());
    }

    private int room(Map<String, BigDecimal> budget) {
        long fresh = budget.keySet().stream()
                .filter(name -> !known.containsKey(name))
                .count();
        return (int) (MAX_CURRENCIES - known.size() - fresh);
    }

    private Counter counter(String currency) {
        return known.computeIfAbsent(currency, Counter::new);
    }

    private void retireAllBut(Map<String, BigDecimal> budget) {
        named = known.values().stream()
                .filter(counter -> budget.containsKey(counter.currency()))
                .toArray(Counter[]::new);
        for (Counter counter : known.values()) {
            if (!budget.containsKey(counter.currency())) {
                counter.retire(above(counter.currency()));
            }
        }
    }

    private @Nullable Counter above(String currency) {
        for (Account account = parent; account != null; account = account.parent) {
            Counter counter = account.find(currency);
            if (counter != null) {
                return counter;
            }
        }
        return null;
    }

    private @Nullable Counter find(String currency) {
        for (Counter counter : named) {
            if (counter.currency().equals(currency)) {
                return counter;
            }
        }
        return null;
    }

    /** Tells the ledger, once until it looks, that this account and those above may have changed. */
    private void touch() {
        for (Account account = this; account != null; account = account.parent) {
            account.touchOne();
        }
    }

    void touchOne() {
        if (!touched.get() && touched.compareAndSet(false, true)) {
            ledger.changed(this);
        }
    }

    void seen() {
        touched.set(false);
    }
}
