package io.sallyport.cli.learn;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.RecordedQuestion;
import io.sallyport.audit.RequestPart;
import io.sallyport.cli.command.ForwardingAuditLog;
import io.sallyport.leasebridge.learn.ObservedTraffic;
import io.sallyport.leasebridge.learn.Unlearned;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Notes the requests of a learning run, and passes all records on. A request is learned if it passed, or failed at a
 * target that was dialled for it. Safe for concurrent use.
 */
public final class LearningLog extends ForwardingAuditLog {
    private final ObservedTraffic traffic;

    /**
     * Creates one.
     *
     * @param log receives every record
     */
    public LearningLog(AuditLog log, ObservedTraffic traffic) {
        super(log);
        this.traffic = traffic;
    }

    @Override
    protected void see(AuditEvent record) {
        switch (record) {
            case AuditEvent.RequestEvent request when request.reason() != ReasonCode.GATEWAY_OWN -> note(request);
            case AuditEvent.EndEvent end when end.reason().refusesAtTheEnd() -> unlearned(end);
            case AuditEvent.NameEvent name when name.verdict() == AuditVerdict.DENY -> unlearned(name);
            case AuditEvent.RequestEvent _,
                    AuditEvent.EndEvent _,
                    AuditEvent.NameEvent _,
                    AuditEvent.FetchEvent _,
                    AuditEvent.ModelEvent _,
                    AuditEvent.QuestionEvent _,
                    AuditEvent.ChangeEvent _ -> {}
        }
    }

    private void note(AuditEvent.RequestEvent event) {
        AuditVerdict verdict = event.verdict();
        boolean isDialled = event.request().address() != null;
        boolean passed = verdict == AuditVerdict.ALLOW || (verdict == AuditVerdict.FAIL && isDialled);
        CanonicalRequest request = passed ? request(event) : null;
        if (request == null) {
            unlearned(event);
        } else {
            traffic.passed(request, event.request().queryNames(), time(event));
        }
    }

    /** Returns what its record says was asked, or null if it does not say it. */
    public static @Nullable CanonicalRequest request(AuditEvent event) {
        RequestPart part = event.request();
        Map<String, String> fields = new HashMap<>();
        fields.put("kind", event.kind());
        put(fields, "scheme", part.scheme());
        put(fields, "host", part.host());
        put(fields, "port", Integer.toString(part.port()));
        put(fields, "method", part.method());
        put(fields, "path", part.path());
        return RecordedQuestion.of(fields) instanceof CanonicalRequest request ? request : null;
    }

    private static void put(Map<String, String> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private void unlearned(AuditEvent event) {
        CanonicalRequest request = request(event);
        ReasonCode reason = event.reason();
        String why = event.verdict() == AuditVerdict.ALLOW
                ? "its record does not say what was asked"
                : reason.word() + " (" + reason.message() + ")";
        if (request != null) {
            traffic.unlearned(Unlearned.of(request, why), time(event));
        } else if (event.request().host() != null) {
            traffic.unlearned(new Unlearned(event.kind() + " " + event.request().host(), why), time(event));
        }
    }

    private static Instant time(AuditEvent event) {
        return Instant.ofEpochMilli(event.facts().timeMillis());
    }
}
