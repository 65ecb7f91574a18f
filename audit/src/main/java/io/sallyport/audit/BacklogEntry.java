package io.sallyport.audit;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One record in the backlog. Created by any thread; afterwards {@link #waiter} belongs to the writer thread. */
final class BacklogEntry {
    final AuditEvent record;
    final int size;
    final long takenNanos;

    /** Null if nothing waits, or once the waiter was called. */
    @Nullable
    Waiter waiter;

    BacklogEntry(AuditEvent record, long takenNanos, @Nullable Waiter waiter) {
        this.record = record;
        this.size = RecordSize.of(record);
        this.takenNanos = takenNanos;
        this.waiter = waiter;
    }

    /** The callback, and where it runs. */
    record Waiter(Executor executor, AuditLog.Written written) {}
}
