package io.sallyport.decision.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Opens accounts, and knows which of them were charged since somebody looked. Safe for concurrent use. */
public final class Ledger {
    /** Each account is in it once at most. */
    private final Queue<Account> changed = new ConcurrentLinkedQueue<>();

    private final @Nullable SliceSource source;

    /** One whose counters are this gateway's alone. */
    public Ledger() {
        this(null);
    }

    /** @param source of slices, if the counters are shared with other gateways; or null */
    public Ledger(@Nullable SliceSource source) {
        this.source = source;
    }

    @Nullable
    SliceSource source() {
        return source;
    }

    /** Whether anything may be spent at all. */
    boolean isServing() {
        return source == null || source.isServing();
    }

    /** An account without budget; it draws on its ancestors'. */
    public Account open(String owner, @Nullable Account parent) {
        return new Account(owner, parent, this);
    }

    /** Accounts whose counters may have changed since the last call, each once. */
    public List<Account> changed() {
        var all = new ArrayList<Account>();
        for (Account account = changed.poll(); account != null; account = changed.poll()) {
            account.seen(); // before it is looked at: what is charged from here on counts as news
            all.add(account);
        }
        return all;
    }

    /** {@code account} is to be looked at again. */
    public void again(Account account) {
        account.touchOne();
    }

    void changed(Account account) {
        changed.add(account);
    }
}
