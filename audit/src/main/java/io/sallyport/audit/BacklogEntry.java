package io.sallyport.audit;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One record in the backlog. Made by any thread; from then on {@link #waiter} belongs to the writer thread. */
final class BacklogEntry {
    final AuditEvent record;
    final int size;
    final long takenNanos;

    /** Null where nobody waits, or once it was told. */
    @Nullable
    Waiter waiter;

    BacklogEntry(AuditEvent record, long takenNanos, @Nullable Waiter waiter) {
        this.record = record;
        this.size = RecordSize.of(record);
        this.takenNanos = takenNanos;
        this.waiter = waiter;
    }

    /** Who is told, and where. */
    record Waiter(Executor executor, AuditLog.Written written) {}
}
