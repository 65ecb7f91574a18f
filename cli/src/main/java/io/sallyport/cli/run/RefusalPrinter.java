package io.sallyport.cli.run;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.cli.command.ForwardingAuditLog;
import io.sallyport.egress.address.AddressExceptions;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.answer.RefusalHint;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Prints every refusal at once, with the flag that would permit it, and the ends of API servers, and passes all records
 * on. Safe for concurrent use.
 */
final class RefusalPrinter extends ForwardingAuditLog {
    /** The maximum number of different refusals that are printed; the rest is only counted. */
    private static final int MAX_TOLD = 1000;

    private final PrintWriter err;
    private final ServerStartup startup;
    private final DialRules dials;
    private final AtomicLong allowed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final ClientDiagnoses diagnoses = new ClientDiagnoses();
    private final Set<String> told = new HashSet<>(); // guarded by itself

    /**
     * Creates a printer.
     *
     * @param log receives every record
     * @param startup receives the records of API servers while they start
     * @param dials the rules for targets that are never dialled and that no flag permits
     */
    RefusalPrinter(AuditLog log, PrintWriter err, ServerStartup startup, DialRules dials) {
        super(log);
        this.dials = dials;
        this.err = err;
        this.startup = startup;
    }

    @Override
    protected void see(AuditEvent record) {
        startup.hear(record);
        if ("api_servers".equals(record.facts().rule())) {
            err.println("sallyport: API servers " + record.facts().detail());
            err.flush();
        }
        switch (record) {
            case AuditEvent.EndEvent end -> ended(end);
            case AuditEvent.ModelEvent model when model.isEnd() -> ended(model);
            case AuditEvent.RequestEvent _, AuditEvent.FetchEvent _, AuditEvent.ModelEvent _ -> count(record);
            case AuditEvent.NameEvent name -> lookedUp(name);
            case AuditEvent.QuestionEvent _, AuditEvent.ChangeEvent _ -> {}
        }
    }

    /**
     * Counts as refused what was counted as allowed before: a tunnel with a wrong name in its TLS hello, a stream over
     * its budget.
     */
    private void ended(AuditEvent record) {
        if (record.reason().refusesAtTheEnd()) {
            allowed.decrementAndGet();
            refused.incrementAndGet();
            tell(record);
        }
    }

    /** Prints a name that no grant covers: a program that gets no address for it asks for nothing more. */
    private void lookedUp(AuditEvent.NameEvent record) {
        if (record.reason() == ReasonCode.NO_GRANT) {
            print("sallyport: no address for %s: no_grant (%s)\n  admit it with: --allow '%s'"
                    .formatted(
                            record.request().host(),
                            record.reason().message(),
                            record.request().host()));
        }
    }

    private void count(AuditEvent record) {
        if (record.reason().verdict() == AuditVerdict.ALLOW) {
            allowed.incrementAndGet();
        } else {
            refused.incrementAndGet();
            tell(record);
        }
    }

    /** Returns whether no request has arrived. */
    boolean heardNothing() {
        return allowed.get() == 0 && refused.get() == 0;
    }

    /** Prints how many requests were allowed and refused, and what is wrong with the clients. */
    void summarize() {
        err.println("sallyport: %d requests allowed, %d refused or failed".formatted(allowed.get(), refused.get()));
        diagnoses.print(err);
    }

    private void tell(AuditEvent record) {
        Diagnosis diagnosis = record.facts().diagnosis();
        if (diagnosis != null) {
            diagnoses.count(diagnosis);
        }
        String line = "sallyport: refused %s: %s (%s)%s"
                .formatted(
                        target(record), record.reason().word(), record.reason().message(), hint(record));
        print(line);
    }

    private void print(String line) {
        synchronized (told) {
            if (told.size() == MAX_TOLD || !told.add(line)) {
                return;
            }
        }
        err.println(line);
        err.flush();
    }

    private static String target(AuditEvent record) {
        if (record.request().host() == null) {
            return "a request";
        }
        String path = record.request().path() == null ? "" : record.request().path();
        String method = record instanceof AuditEvent.FetchEvent
                ? "the fetch of"
                : record.request().method() == null
                        ? "CONNECT"
                        : record.request().method();
        return "%s %s://%s:%d%s"
                .formatted(
                        method,
                        record.request().scheme(),
                        record.request().host(),
                        record.request().port(),
                        path);
    }

    private String hint(AuditEvent record) {
        @Nullable String host = record.request().host();
        if (record instanceof AuditEvent.FetchEvent || record.reason() == ReasonCode.NOT_CANONICAL) {
            return record.facts().detail() == null
                    ? ""
                    : "\n  " + record.facts().detail();
        }
        if (host == null) {
            return "";
        }
        return switch (record.reason()) {
            case ReasonCode.NO_GRANT, ReasonCode.NEEDS_INTERCEPTION -> flags(record.request(), host);
            case ReasonCode.ADDRESS_REFUSED ->
                "\n  no flag admits it: name it under egress.hosts"
                        + (isWaivable(record.request()) ? ", or its address under egress.allow_addresses," : "")
                        + " in a file for --config";
            case ReasonCode.LOCAL_NAME -> "\n  no flag admits it: name it under egress.hosts in a file for --config";
            case ReasonCode.GUARDRAIL -> "\n  no flag admits it: a --rego file of yours denies it";
            case ReasonCode.POLICY_DENY -> "\n  no flag admits it: a deny rule of a --policy or --profile covers it";
            default -> {
                Diagnosis made = record.facts().diagnosis();
                String help = made == null ? RefusalHint.of(record.reason()) : made.sentence();
                yield help == null ? "" : "\n  " + help;
            }
        };
    }

    /** Returns the flags that would permit it, or why none does. */
    private String flags(RequestPart request, String text) {
        DialVerdict verdict =
                CanonicalHost.parse(CanonicalHost.authority(text)) instanceof Parsed.Accepted(CanonicalHost host)
                        ? dials.judge(host, request.port(), List.of())
                        : DialVerdict.PASS;
        return switch (verdict) {
            case DialVerdict.Pass _ -> AllowFlags.lines(request);
            case DialRefusal refused -> never(refused);
        };
    }

    private static String never(DialRefusal refused) {
        String help = refused.hint() == null ? "" : "; " + refused.hint() + " in a file for --config";
        return "\n  no flag admits it: " + refused.message() + help;
    }

    private static boolean isWaivable(RequestPart request) {
        @Nullable String address = request.address();
        return address != null && AddressExceptions.help(InetAddress.ofLiteral(address));
    }
}
