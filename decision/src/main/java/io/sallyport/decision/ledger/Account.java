package io.sallyport.decision.ledger;

import io.sallyport.model.host.CanonicalHost;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The budget of one sandbox, and its part in those of its ancestors. What it spends counts for all of them: its own
 * named currencies were set aside from its parent's when they were granted, and one that it does not name it draws from
 * the nearest ancestor that does. A currency that nobody names is not counted.
 *
 * <p>Safe for concurrent use. Spending and asking take no lock; granting and closing come one after the other within a
 * family, which is the caller's to see to, and while a child names a currency its ancestors neither take that up nor
 * drop it.
 */
public final class Account {
    /** Currencies that one account may ever name, ceilings of hosts among them. */
    public static final int MAX_CURRENCIES = 128;

    /** One for each request that is let through. */
    public static final String REQUESTS = "requests";

    /** Bytes of payload, both directions. */
    public static final String BYTES = "bytes";

    /** One for each use of a lease with {@code max_uses}; no {@code cost.budget} can name it, as a dash shows. */
    public static final String USES = "max-uses";

    private final String owner;
    private final @Nullable Account parent;
    private final Ledger ledger;
    private final AtomicBoolean touched = new AtomicBoolean();
    private final Map<String, Counter> known = new LinkedHashMap<>(0); // guarded by this
    private volatile Counter[] named = {};
    private volatile boolean suspended;

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

    /** From now on nothing more is to be spent, or it is again: what was spent cannot be written, or was. */
    public void suspend(boolean on) {
        suspended = on;
    }

    /**
     * Whether {@link #suspend} was said of this account or of one above it, or nothing may be spent at all. Spending
     * goes on: who admits asks.
     */
    public boolean isSuspended() {
        boolean found = suspended || !ledger.isServing();
        for (Account above = parent; above != null && !found; above = above.parent) {
            found = above.suspended;
        }
        return found;
    }

    /** Charges {@code amount}, negative where it is given back, whatever is left; false if nobody counts it. */
    public boolean spend(String currency, BigDecimal amount) {
        CounterChain chain = chain(currency);
        chain.shift(amount.negate());
        if (!chain.isEmpty()) {
            touch();
        }
        return !chain.isEmpty();
    }

    private CounterChain chain(String currency) {
        return CounterChain.of(this, currency);
    }

    /**
     * Charges one of {@link #USES}, one of each ceiling of requests that {@code host} is under, and one unit of
     * {@link #REQUESTS}, if anything is left of each, or nothing. What nobody counts is always left.
     */
    public boolean takeRequest(@Nullable CanonicalHost host) {
        List<CounterChain> uses = uses(host);
        if (!takeEach(uses)) {
            return false;
        }
        boolean taken = takeTunnel();
        if (!taken) {
            giveBack(uses);
        }
        return taken;
    }

    /** Charges a unit of {@link #REQUESTS} alone: each request in the tunnel is a use by itself. */
    public boolean takeTunnel() {
        return take(chain(REQUESTS), BigDecimal.ONE, Counter.Floor.SOME);
    }

    /**
     * Charges one of {@link #USES}, and one of each ceiling of requests that {@code host} is under, if one of each is
     * left, or nothing; true also where nobody counts them.
     */
    public boolean takeUse(@Nullable CanonicalHost host) {
        return takeEach(uses(host));
    }

    /** Charges bytes, above zero, that went to {@code host} or came from there, whether or not they are left. */
    public void spendBytes(CanonicalHost host, long bytes) {
        BigDecimal amount = BigDecimal.valueOf(bytes);
        spend(BYTES, amount);
        ceilings(BYTES, host).forEach(currency -> spend(currency, amount));
    }

    private List<CounterChain> uses(@Nullable CanonicalHost host) {
        Set<String> ceilings = ceilings(REQUESTS, host);
        if (ceilings.isEmpty()) {
            return List.of(chain(USES)); // of nearly every request
        }
        var uses = new ArrayList<CounterChain>(ceilings.size() + 1);
        uses.add(chain(USES));
        ceilings.forEach(currency -> uses.add(chain(currency)));
        return uses;
    }

    /** The currencies of that measure that count {@code host}, here or above, each once. */
    private Set<String> ceilings(String measure, @Nullable CanonicalHost host) {
        Set<String> found = Set.of();
        for (Account account = host == null ? null : this; account != null; account = account.parent) {
            for (Counter counter : account.named) {
                if (counter.isCeiling(measure, host)) {
                    found = found.isEmpty() ? new HashSet<>() : found;
                    found.add(counter.currency());
                }
            }
        }
        return found;
    }

    private boolean takeEach(List<CounterChain> chains) {
        for (int i = 0; i < chains.size(); i++) {
            if (!take(chains.get(i), BigDecimal.ONE, Counter.Floor.ALL)) {
                giveBack(chains.subList(0, i));
                return false;
            }
        }
        return true;
    }

    private void giveBack(List<CounterChain> chains) {
        chains.forEach(chain -> settle(chain, BigDecimal.ONE, BigDecimal.ZERO));
    }

    /**
     * Charges an estimate if all of it is left, to be settled once the true amount is known. Where nobody names the
     * currency nothing is charged.
     *
     * @param amount above zero
     * @return null where so much is not left
     */
    public @Nullable Reservation reserve(String currency, BigDecimal amount) {
        CounterChain chain = chain(currency);
        return take(chain, amount, Counter.Floor.ALL) ? new Reservation(this, chain, amount) : null;
    }

    private boolean take(CounterChain chain, BigDecimal amount, Counter.Floor floor) {
        boolean taken = chain.take(amount, floor);
        if (taken && !chain.isEmpty()) {
            touch();
        }
        return taken;
    }

    /**
     * What {@link #takeRequest} waits for, where counters are shared with other gateways; null where nothing is missing
     * here. Once told {@link Supply#HELD} it is to be called again: another may be quicker.
     */
    public @Nullable CompletionStage<Supply> awaitRequest(@Nullable CanonicalHost host) {
        return isShared() ? CounterChain.both(awaitUse(host), awaitTunnel()) : null;
    }

    /** The same of {@link #takeTunnel}. */
    public @Nullable CompletionStage<Supply> awaitTunnel() {
        return isShared() ? CounterChain.await(List.of(chain(REQUESTS)), BigDecimal.ONE, Counter.Floor.SOME) : null;
    }

    /** The same of {@link #takeUse}. */
    public @Nullable CompletionStage<Supply> awaitUse(@Nullable CanonicalHost host) {
        return isShared() ? CounterChain.await(uses(host), BigDecimal.ONE, Counter.Floor.ALL) : null;
    }

    /** The same of {@link #reserve}. */
    public @Nullable CompletionStage<Supply> await(String currency, BigDecimal amount) {
        return isShared() ? CounterChain.await(List.of(chain(currency)), amount, Counter.Floor.ALL) : null;
    }

    /** Asked first, so that a gateway that shares nothing looks for the counters of a request only once. */
    boolean isShared() {
        return ledger.source() != null;
    }

    /** Settles a reservation, with the counters that it was charged to, whoever names the currency by now. */
    void settle(CounterChain chain, BigDecimal reserved, BigDecimal actual) {
        BigDecimal rest = reserved.subtract(actual);
        if (rest.signum() != 0 && !chain.isEmpty()) {
            chain.shift(rest);
            touch();
        }
    }

    /**
     * Somebody upstream wants to be paid: each currency that it draws on, but what the gateway measures itself, counts
     * as used up from now on, whatever is left, until another amount of it is granted.
     *
     * @return those of which that is new; none where there is no such budget
     */
    public List<String> refuse() {
        Set<String> seen = new HashSet<>();
        List<String> refused = new ArrayList<>();
        for (Account account = this; account != null; account = account.parent) {
            for (Counter counter : account.named) {
                boolean isReported = CurrencyKind.of(counter.currency()) == CurrencyKind.REPORTED;
                if (isReported && seen.add(counter.currency()) && counter.refuse()) {
                    refused.add(counter.currency());
                }
            }
        }
        return refused;
    }

    /**
     * A currency that is used up for whatever it does, of the account or of an ancestor; null where none is. Of several
     * {@link #BYTES} is named first, {@link #REQUESTS} and then {@link #USES} last.
     */
    public @Nullable String exhausted() {
        return exhausted(null);
    }

    /** The same for an operation at {@code host}, whose ceilings count as well; null where there is no host. */
    public @Nullable String exhausted(@Nullable CanonicalHost host) {
        return new Exhaustion(this, host).first();
    }

    /** Each currency that is used up for an operation at {@code host}, or for all, once: the nearest of them. */
    public List<Balance> usedUp(@Nullable CanonicalHost host) {
        return new Exhaustion(this, host).all();
    }

    /**
     * What is left of each currency that it draws on: of its own, and of the nearest ancestor's that it does not name.
     */
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
     * From now on this is its budget, and what was spent stays spent: what is more is set aside from its ancestors',
     * what is less goes back to them. All of it, or nothing.
     *
     * @param budget by currency, not negative
     */
    public synchronized BudgetGrant grant(Map<String, BigDecimal> budget) {
        if (room(budget) < 0) {
            return new BudgetShortage("", BigDecimal.valueOf(budget.size()), BigDecimal.valueOf(MAX_CURRENCIES));
        }
        Map<String, BigDecimal> before = new LinkedHashMap<>();
        balances().forEach(balance -> before.put(balance.currency(), balance.initial()));
        for (Map.Entry<String, BigDecimal> entry : budget.entrySet()) {
            Counter above = above(entry.getKey());
            if (!counter(entry.getKey()).grant(entry.getValue(), above, false)) {
                force(before);
                return new BudgetShortage(
                        entry.getKey(), entry.getValue(), above == null ? BigDecimal.ZERO : above.free());
            }
        }
        retireAllBut(budget);
        List.of(named).forEach(counter -> counter.share(above(counter.currency())));
        touch();
        return BudgetGrant.GRANTED;
    }

    /** {@link #grant} though there be too little: what it was before, or what it was before a restart. */
    public synchronized void force(Map<String, BigDecimal> budget) {
        budget.forEach((currency, amount) -> counter(currency).grant(amount, above(currency), true));
        retireAllBut(budget);
        List.of(named).forEach(counter -> counter.share(above(counter.currency())));
        touch();
    }

    /** What an earlier run of the gateway kept; before anything is granted or asked. */
    public synchronized void restore(Map<String, BigDecimal> spent) {
        spent.forEach((currency, amount) -> counter(currency).restoreSpent(amount));
    }

    /** It has ended: what is left goes back to its ancestors. Its children have ended before it. */
    public synchronized void close() {
        retireAllBut(Map.of());
        known.values().forEach(Counter::end);
    }

    private int room(Map<String, BigDecimal> budget) {
        long fresh = budget.keySet().stream()
                .filter(name -> !known.containsKey(name))
                .count();
        return (int) (MAX_CURRENCIES - known.size() - fresh);
    }

    private Counter counter(String currency) {
        return known.computeIfAbsent(currency, name -> new Counter(name, owner, ledger.source()));
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

    /** The counters of what the lease in force names; not to be changed. */
    Counter[] named() {
        return named;
    }

    @Nullable
    Counter find(String currency) {
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
