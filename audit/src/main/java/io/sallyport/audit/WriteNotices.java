package io.sallyport.audit;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the waiters, with one task per executor. Confined to one thread. */
final class WriteNotices {
    private static final Logger LOG = LoggerFactory.getLogger(WriteNotices.class);

    private final IdentityHashMap<Executor, List<AuditLog.Written>> waiters = new IdentityHashMap<>();

    /** Takes the waiter out of {@code entry}. */
    void take(BacklogEntry entry) {
        BacklogEntry.Waiter waiter = entry.waiter;
        if (waiter != null) {
            entry.waiter = null;
            waiters.computeIfAbsent(waiter.executor(), _ -> new ArrayList<>()).add(waiter.written());
        }
    }

    void tell(boolean inSink) {
        waiters.forEach((executor, told) -> tell(executor, told, inSink));
        waiters.clear();
    }

    static void tell(Executor executor, List<AuditLog.Written> told, boolean inSink) {
        try {
            executor.execute(() -> told.forEach(written -> tell(written, inSink)));
        } catch (RejectedExecutionException e) {
            LOG.debug("{} waiters are gone with their executor", told.size(), e);
        }
    }

    private static void tell(AuditLog.Written written, boolean inSink) {
        try {
            written.ended(inSink);
        } catch (RuntimeException e) {
            LOG.error("a waiter for an audit record failed", e);
        }
    }
}
