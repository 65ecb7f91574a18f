package io.sallyport.cli.run;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** The audit log of a run whose configuration names none: gives ids, and stores nothing. Safe for concurrent use. */
final class UnwrittenLog implements AuditLog {
    private final AtomicLong ids = new AtomicLong();

    @Override
    public String nextId() {
        return "run-" + ids.incrementAndGet();
    }

    @Override
    public boolean isAccepting() {
        return true;
    }

    @Override
    public void append(AuditEvent record, Executor executor, Written written) {
        executor.execute(() -> written.ended(true));
    }

    @Override
    public void append(AuditEvent record) {}
}
