package io.sallyport.control;

import io.sallyport.control.store.SpendingMarks;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Balance;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.ledger.RemainingSteps;
import io.sallyport.decision.ledger.SliceSource;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The budget accounts of all sandboxes and their durable copies. Spending that a caller reports is written before it is
 * acknowledged; spending that the gateway measures itself is written by {@link #tick}, partly ahead of time. Safe for
 * concurrent use; methods that write block.
 */
public final class Accounts {
    private static final Logger LOG = LoggerFactory.getLogger(Accounts.class);

    private final Ledger ledger;
    private final Store store;
    private final BiConsumer<SandboxId, Balance> events;
    private final UnwrittenSpending unwritten;
    private final Map<SandboxId, Entry> entries = new ConcurrentHashMap<>();

    /** @param events receives {@code cost.budget.remaining} events; returns at once */
    public Accounts(Store store, BiConsumer<SandboxId, Balance> events, UnwrittenSpending unwritten) {
        this(store, events, unwritten, null);
    }

    /** @param slices where the counters are shared with other gateways, or null */
    public Accounts(
            Store store,
            BiConsumer<SandboxId, Balance> events,
            UnwrittenSpending unwritten,
            @Nullable SliceSource slices) {
        this.ledger = new Ledger(slices);
        this.store = store;
        this.events = events;
        this.unwritten = unwritten;
    }

    /** Returns whether all spending was on disk as of the last {@link #tick}. */
    boolean isWritten() {
        return unwritten.isEmpty();
    }

    private static final class Entry {
        private final SandboxId id;
        private final Account account;
        private final Map<String, RemainingSteps> steps = new HashMap<>(0); // confined to the thread that ticks
        private Map<String, BigDecimal> written; // guarded by this
        private boolean closed; // guarded by this; a closed account is not written again
        private final AtomicBoolean worthless = new AtomicBoolean();

        private Entry(SandboxId id, Account account, Map<String, BigDecimal> written) {
            this.id = id;
            this.account = account;
            this.written = written;
        }

        private RemainingSteps steps(Balance balance) {
            return steps.computeIfAbsent(balance.currency(), _ -> new RemainingSteps());
        }
    }

    /** Opens a new account with nothing spent. */
    Account open(SandboxId id, @Nullable Account parent) {
        return kept(id, ledger.open(id.text(), parent), Map.of());
    }

    /** Opens an account with the spending that the state holds for it. */
    Account load(SandboxId id, @Nullable Account parent) throws StateException {
        Account account = ledger.open(id.text(), parent);
        Map<String, BigDecimal> spent = store.spent(id);
        account.restore(spent);
        return kept(id, account, spent);
    }

    private Account kept(SandboxId id, Account account, Map<String, BigDecimal> written) {
        entries.put(id, new Entry(id, account, written));
        return account;
    }

    /** Closes an account: what is left returns to the parent, and no spending is written from now on. */
    void close(SandboxId id) {
        Entry entry = entries.remove(id);
        if (entry != null) {
            synchronized (entry) {
                entry.closed = true;
            }
            entry.account.close();
        }
    }

    /**
     * Charges a reported amount. Returns once it is durable for the sandbox and all its ancestors.
     *
     * @return false, with nothing charged, if no budget names the currency
     */
    boolean spend(Account account, String currency, BigDecimal amount) throws StateException {
        if (!account.spend(currency, amount)) {
            return false;
        }
        save(account);
        return true;
    }

    /** Notes a metric that charged nothing. Returns true only for a sandbox's first one since the gateway started. */
    boolean isFirstWorthless(SandboxId id) {
        Entry entry = entries.get(id);
        return entry != null && entry.worthless.compareAndSet(false, true);
    }

    /** Writes ancestors first: a crash in between leaves an ancestor overcharged, but never refunds anything. */
    private void save(Account account) throws StateException {
        Account parent = account.parent();
        if (parent != null) {
            save(parent);
        }
        Entry entry = find(account);
        if (entry != null) {
            write(entry);
        }
    }

    private @Nullable Entry find(Account account) {
        Entry entry = entries.get(new SandboxId(account.owner()));
        return entry != null && entry.account == account ? entry : null;
    }

    /** Writes changed accounts and publishes what is left. Called a few times a second by one thread. */
    public void tick(long nowNanos) {
        for (Account account : ledger.changed()) {
            Entry entry = find(account);
            if (entry == null) {
                unwritten.settled(account, nowNanos);
            } else {
                writeAhead(entry, nowNanos);
                tell(entry, nowNanos);
            }
        }
    }

    private void writeAhead(Entry entry, long nowNanos) {
        try {
            write(entry);
            unwritten.settled(entry.account, nowNanos);
        } catch (StateException e) {
            unwritten.failed(entry.account, e, nowNanos);
            ledger.again(entry.account);
        }
    }

    private void tell(Entry entry, long nowNanos) {
        for (Balance balance : entry.account.balances()) {
            switch (entry.steps(balance).look(balance, nowNanos)) {
                case NOTHING -> {}
                case LATER -> ledger.again(entry.account);
                case TELL -> events.accept(entry.id, balance);
            }
        }
    }

    private void tellLast() {
        for (Account account : ledger.changed()) {
            Entry entry = find(account);
            if (entry != null) {
                account.balances().stream()
                        .filter(balance -> entry.steps(balance).isNews(balance))
                        .forEach(balance -> events.accept(entry.id, balance));
            }
        }
    }

    /** Writes and publishes the final amounts at shutdown. Nothing may charge or tick during this call or after it. */
    public void close() {
        tellLast();
        for (Entry entry : entries.values()) {
            try {
                writeExactly(entry);
            } catch (StateException e) {
                LOG.error("what {} spent last is not written", entry.id, e);
            }
        }
    }

    private void write(Entry entry) throws StateException {
        synchronized (entry) {
            Map<String, BigDecimal> spent = entry.account.spent();
            if (!entry.closed && !SpendingMarks.cover(entry.written, spent)) {
                save(entry, SpendingMarks.ahead(spent, entry.account.balances()));
            }
        }
    }

    private void writeExactly(Entry entry) throws StateException {
        synchronized (entry) {
            Map<String, BigDecimal> spent = entry.account.spent();
            if (!entry.closed && !entry.written.equals(spent)) {
                save(entry, spent);
            }
        }
    }

    private void save(Entry entry, Map<String, BigDecimal> marks) throws StateException {
        store.saveSpent(entry.id, marks);
        entry.written = marks;
    }
}
