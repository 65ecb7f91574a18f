package io.sallyport.cli.fetch;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.EventFacts;
import io.sallyport.audit.FetchPart;
import io.sallyport.cli.command.ForwardingAuditLog;
import io.sallyport.cli.command.HumanUnits;
import java.io.PrintWriter;

/** Passes records on and prints a line per fetch. Safe for concurrent use. */
final class FetchLines extends ForwardingAuditLog {
    private static final long NANOS_PER_MICRO = 1_000;

    private final PrintWriter out;

    FetchLines(AuditLog log, PrintWriter out) {
        super(log);
        this.out = out;
    }

    @Override
    protected void see(AuditEvent record) {
        if (record instanceof AuditEvent.FetchEvent event) {
            out.println(line(event.facts(), event.fetch()));
            out.flush();
        }
    }

    private static String line(EventFacts facts, FetchPart fetched) {
        String url = fetched.url() == null ? "(no url)" : fetched.url();
        String took = HumanUnits.seconds(facts.durationMicros() * NANOS_PER_MICRO);
        return facts.status() + " " + url + " " + what(facts, fetched) + ", " + took;
    }

    private static String what(EventFacts facts, FetchPart fetched) {
        if (facts.status() != 200) {
            return facts.reason().word();
        }
        return fetched.files() + " files, " + HumanUnits.size(fetched.bytes()) + ", " + from(fetched);
    }

    /** The transport is null for a single file, and for a skill that a concurrent request fetched. */
    private static String from(FetchPart fetched) {
        if (Boolean.TRUE.equals(fetched.cacheHit())) {
            return "kept";
        }
        return fetched.transport() == null ? "fetched" : "by " + fetched.transport();
    }
}
