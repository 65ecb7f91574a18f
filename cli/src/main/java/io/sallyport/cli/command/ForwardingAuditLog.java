package io.sallyport.cli.command;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import java.util.concurrent.Executor;

/** Sees each record, and passes it on to another log. Safe for concurrent use where {@link #see} is. */
public abstract class ForwardingAuditLog implements AuditLog {
    private final AuditLog log;

    /** @param log receives every record */
    protected ForwardingAuditLog(AuditLog log) {
        this.log = log;
    }

    /** Sees a record before it is passed on, on the thread that appends it. */
    protected abstract void see(AuditEvent record);

    @Override
    public final String nextId() {
        return log.nextId();
    }

    @Override
    public final boolean isAccepting() {
        return log.isAccepting();
    }

    @Override
    public final void append(AuditEvent record, Executor executor, Written written) {
        see(record);
        log.append(record, executor, written);
    }

    @Override
    public final void append(AuditEvent record) {
        see(record);
        log.append(record);
    }
}
