package io.sallyport.cli.fetch;

import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditRecord;
import io.sallyport.audit.FetchPart;
import io.sallyport.cli.command.HumanUnits;
import java.io.PrintWriter;
import java.util.concurrent.Executor;

/** Passes records on, and tells of each fetch on a line of its own. Safe for concurrent use. */
record FetchLines(AuditLog log, PrintWriter out) implements AuditLog {
    private static final long NANOS_PER_MICRO = 1_000;

    @Override
    public String nextId() {
        return log.nextId();
    }

    @Override
    public boolean isAccepting() {
        return log.isAccepting();
    }

    @Override
    public void append(AuditRecord record, Executor executor, Written written) {
        tell(record);
        log.append(record, executor, written);
    }

    @Override
    public void append(AuditRecord record) {
        tell(record);
        log.append(record);
    }

    private void tell(AuditRecord record) {
        FetchPart fetched = record.fetched();
        if (fetched != null) {
            out.println(line(record, fetched));
            out.flush();
        }
    }

    private static String line(AuditRecord record, FetchPart fetched) {
        String url = fetched.url() == null ? "(no url)" : fetched.url();
        String took = HumanUnits.seconds(record.durationMicros() * NANOS_PER_MICRO);
        return record.status() + " " + url + " " + what(record, fetched) + ", " + took;
    }

    private static String what(AuditRecord record, FetchPart fetched) {
        if (record.status() != 200) {
            return record.reason().word();
        }
        return fetched.files() + " files, " + HumanUnits.size(fetched.bytes()) + ", " + from(fetched);
    }

    /** A single file, and a skill that another request brought meanwhile, came by neither API nor git. */
    private static String from(FetchPart fetched) {
        if (Boolean.TRUE.equals(fetched.cacheHit())) {
            return "kept";
        }
        return fetched.transport() == null ? "fetched" : "by " + fetched.transport();
    }
}
