package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditRecord;
import java.util.concurrent.Executor;

/** Takes every record and keeps none: for what never happened. Safe for concurrent use. */
enum NoAudit implements AuditLog {
    INSTANCE;

    @Override
    public String nextId() {
        return "none";
    }

    @Override
    public boolean isAccepting() {
        return true;
    }

    @Override
    public void append(AuditRecord record, Executor executor, Written written) {
        executor.execute(() -> written.ended(true));
    }

    @Override
    public void append(AuditRecord record) {}
}
