package io.sallyport.audit;

import io.sallyport.audit.chain.Chain;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.answer.Objection;
import io.sallyport.model.program.ObservedProgram;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.trace.TraceContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes lines of version 1 into a buffer, each sealed with its hash. The output is printable ASCII; everything else is
 * escaped, so that an event is one line and cannot send control characters to a terminal. Confined to the writer
 * thread.
 */
final class LineEncoder {
    private static final int VERSION = 1;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .characterEscapes(new DeleteEscaped())
            .rootValueSeparator((SerializableString) null)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();

    private final LineBuffer out;
    private final Chain chain;
    private final RecordRedaction redaction;
    private final Timestamps timestamps = new Timestamps();
    private JsonGenerator json;

    LineEncoder(LineBuffer out, Chain chain, RecordRedaction redaction) {
        this.out = out;
        this.chain = chain;
        this.redaction = redaction;
        json = generator();
    }

    private JsonGenerator generator() {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8);
    }

    /** Appends {@code line} and its line feed; if that fails, the buffer is left as it was before. */
    void encode(LogLine line) throws JacksonException {
        int start = out.size();
        try {
            json.writeStartObject();
            json.writeNumberProperty("v", VERSION);
            switch (line) {
                case LogLine.Whole(AuditEvent event) -> whole(event);
                case LogLine.Folded folded -> folded(folded);
                case LogLine.Own own -> own(own);
            }
            json.writeNumberProperty("seq", chain.nextSeq());
            json.writeEndObject();
            json.flush();
            seal(start);
            out.write('\n');
        } catch (JacksonException e) {
            json = generator();
            out.cutTo(start);
            throw e;
        }
    }

    /**
     * Replaces the object's closing brace by the seal. Nothing fails after this, so that the chain holds no line that
     * is not written.
     */
    private void seal(int start) {
        out.cutTo(out.size() - 1);
        byte[] seal = chain.seal(out.array(), start, out.size() - start);
        out.write(seal, 0, seal.length);
    }

    private void whole(AuditEvent event) {
        EventFacts facts = event.facts();
        RequestPart request = event.request();
        begin(facts.auditId(), facts.timeMillis(), event.kind());
        text("sandbox", facts.sandbox());
        text("run", facts.run());
        labels(facts.labels());
        count("generation", facts.generation());
        count("guardrails_epoch", facts.guardrails());
        text("guardrails_revision", facts.revision());
        text("policy_dialect", facts.dialect());
        text("lease_id", facts.lease());
        verdict(facts.verdict(), facts.reason());
        text("rule", facts.namedRule());
        text("pattern", facts.pattern());
        objections(facts.objections());
        positive("status", facts.status());
        text("mode", facts.mode().word());
        json.writeBooleanProperty("would_deny", facts.wouldDeny());
        if (facts.reported().wouldAllow()) {
            json.writeBooleanProperty("would_allow", true);
        }
        secrets(facts.findings());
        target(request);
        text("address", request.address());
        text("via", request.via());
        text("server_state", request.serverState());
        count("bytes_in", request.bytesIn());
        count("bytes_out", request.bytesOut());
        count("duration_us", facts.durationMicros());
        source(facts.source());
        texts("credentials", facts.credentials());
        diagnosis(facts.diagnosis());
        TraceContext trace = facts.trace();
        text("trace_id", trace == null || event instanceof AuditEvent.FetchEvent ? null : trace.traceId());
        text("detail", facts.detail());
        switch (event) {
            case AuditEvent.QuestionEvent asked -> question(asked.question(), request.host());
            case AuditEvent.FetchEvent asked -> fetch(asked.fetch(), facts);
            case AuditEvent.ModelEvent asked -> model(asked.model());
            case AuditEvent.RequestEvent _,
                    AuditEvent.NameEvent _,
                    AuditEvent.EndEvent _,
                    AuditEvent.ChangeEvent _ -> {}
        }
    }

    private void labels(Map<String, String> labels) {
        if (!labels.isEmpty()) {
            json.writeObjectPropertyStart("labels");
            labels.forEach(json::writeStringProperty);
            json.writeEndObject();
        }
    }

    private void secrets(List<FoundSecret> found) {
        if (!found.isEmpty()) {
            json.writeArrayPropertyStart("findings");
            found.forEach(secret -> json.writeString(secret.label()));
            json.writeEndArray();
        }
    }

    private void source(@Nullable ConnectionSource source) {
        if (source != null) {
            text("client_address", source.client());
            text("peer", source.peer());
            program(source.program());
        }
    }

    private void program(@Nullable ObservedProgram program) {
        if (program != null) {
            text("program", program.path());
            text("program_sha256", program.sha256().hex());
        }
    }

    private void diagnosis(@Nullable Diagnosis diagnosis) {
        if (diagnosis != null) {
            text("diagnosis", diagnosis.fault().word());
            text("client", diagnosis.tool() == null ? null : diagnosis.tool().product());
        }
    }

    /** Writes the further reasons, and the counters that were decisive; the first reason has its own field. */
    private void objections(List<Objection> objections) {
        if (objections.isEmpty()) {
            return; // as of nearly every record: the sets are not made
        }
        Set<String> words = new LinkedHashSet<>();
        Map<String, String> remaining = new LinkedHashMap<>();
        for (Objection objection : objections) {
            words.add(objection.reason().word());
            if (objection.pattern() != null && objection.remaining() != null) {
                remaining.put(objection.pattern(), objection.remaining());
            }
        }
        if (words.size() > 1) {
            json.writeArrayPropertyStart("reasons");
            words.forEach(json::writeString);
            json.writeEndArray();
        }
        if (!remaining.isEmpty()) {
            json.writeObjectPropertyStart("remaining");
            remaining.forEach(json::writeStringProperty);
            json.writeEndObject();
        }
    }

    /**
     * Writes the fields under the names that readers of fetch logs know; the two times and the verdict are repeated
     * under those names.
     */
    private void fetch(FetchPart fetched, EventFacts facts) {
        text("trace_id", facts.auditId());
        text("request_time", timestamps.text(facts.timeMillis()));
        text("fetch_time", fetched.fetchedMillis() < 0 ? null : timestamps.text(fetched.fetchedMillis()));
        text("fetch_type", fetched.type());
        text("url", fetched.url());
        text("sha256", fetched.sha256());
        text("allowed_by", fetched.allowedBy());
        truth("cache_hit", fetched.cacheHit());
        text("transport", fetched.transport());
        text("decision", facts.verdict() == AuditVerdict.ALLOW ? "allow" : "deny");
        count("bytes", fetched.bytes());
        count("files", fetched.files());
        truth("blocked", fetched.blocked());
        count("findings_total", fetched.findingsTotal());
        json.writeArrayPropertyStart("findings");
        for (FetchPart.Finding finding : fetched.findings()) {
            json.writeStartObject();
            text("id", finding.id());
            text("severity", finding.severity());
            text("file", finding.file());
            positive("line", finding.line());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void model(ModelPart asked) {
        text("model", asked.name());
        text("model_api", asked.api());
        text("model_operation", asked.operation());
        text("provider", asked.provider());
        text("provider_model", asked.providerModel());
        text("route", asked.route());
        attempts(asked.attempts());
        ModelPart.Tokens tokens = asked.tokens();
        if (tokens != null) {
            count("input_tokens", tokens.input());
            count("output_tokens", tokens.output());
            count("cached_tokens", tokens.cached());
            json.writeBooleanProperty("tokens_estimated", tokens.estimated());
        }
        if (!asked.cost().isEmpty()) {
            json.writeObjectPropertyStart("cost");
            asked.cost()
                    .forEach((currency, amount) -> json.writeStringProperty(
                            currency, amount.stripTrailingZeros().toPlainString()));
            json.writeEndObject();
        }
        count("first_token_us", asked.firstTokenMicros());
        if (asked.prompt() != null) {
            asked.prompt().write(json, redaction);
        }
    }

    private void attempts(List<ModelPart.Attempt> attempts) {
        if (attempts.isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("attempts");
        for (ModelPart.Attempt attempt : attempts) {
            json.writeStartObject();
            text("provider", attempt.provider());
            text("reason", attempt.outcome());
            positive("status", attempt.status());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void question(QuestionPart guarded, @Nullable String domain) {
        text("security_event", guarded.securityEvent());
        text("level", guarded.level());
        text("skill_id", guarded.skill());
        text("skill_version", guarded.skillVersion());
        text("skill_digest", guarded.skillDigest());
        text("phase", guarded.phase());
        text("command", guarded.command());
        text("capability", guarded.capability());
        text("domain", domain);
        text("target", guarded.target());
        text("operation", guarded.operation());
        if (guarded.webSocket()) {
            json.writeStringProperty("protocol", "websocket");
        }
        if (guarded.resolved()) {
            json.writeBooleanProperty("resolved", true);
        }
        json.writeBooleanProperty("dry_run", guarded.dryRun());
        texts("allowlist", guarded.allowlist());
    }

    private void target(RequestPart request) {
        text("scheme", request.scheme());
        text("host", request.host());
        positive("port", request.port());
        text("method", request.method());
        text("path", withoutQuery(request.path()));
        texts("query_names", request.queryNames());
        text("protocol", request.protocol());
        Boolean inspected = request.inspected();
        if (inspected != null) {
            json.writeBooleanProperty("inspected", inspected);
        }
    }

    /** Removes the query: a canonical path has none, but a path that could not be canonicalised may. */
    private static @Nullable String withoutQuery(@Nullable String path) {
        int mark = path == null ? -1 : path.indexOf('?');
        return path == null || mark < 0 ? path : path.substring(0, mark);
    }

    private void folded(LogLine.Folded folded) {
        EventFacts first = folded.first();
        begin(first.auditId(), first.timeMillis(), folded.kind());
        text("sandbox", first.sandbox());
        text("run", first.run());
        labels(first.labels());
        verdict(first.verdict(), first.reason());
        positive("status", first.status());
        text("mode", first.mode().word());
        json.writeBooleanProperty("would_deny", first.wouldDeny());
        text("host", folded.host());
        diagnosis(first.diagnosis());
        json.writeNumberProperty("count", folded.count());
        text("last_time", timestamps.text(folded.lastMillis()));
        text("last_audit_id", folded.lastId());
    }

    private void own(LogLine.Own own) {
        begin(own.auditId(), own.timeMillis(), ChangeKind.LIFECYCLE.word());
        ReasonCode reason = own.failed() ? ReasonCode.AUDIT_UNAVAILABLE : ReasonCode.GATEWAY_OWN;
        verdict(reason.verdict(), reason);
        text("mode", Mode.ENFORCE.word());
        json.writeBooleanProperty("would_deny", false);
        text("detail", own.detail());
        if (own.count() > 0) {
            json.writeNumberProperty("count", own.count());
        }
    }

    private void begin(String auditId, long timeMillis, String kind) {
        text("audit_id", auditId);
        text("time", timestamps.text(timeMillis));
        text("kind", kind);
    }

    private void verdict(AuditVerdict verdict, ReasonCode reason) {
        text("verdict", verdict.word());
        text("reason", reason.word());
    }

    private void text(String name, @Nullable String value) {
        String said = redaction.text(name, value);
        if (said != null) {
            json.writeStringProperty(name, said);
        }
    }

    private void texts(String name, List<String> values) {
        if (!values.isEmpty()) {
            json.writeArrayPropertyStart(name);
            values.forEach(json::writeString);
            json.writeEndArray();
        }
    }

    private void truth(String name, @Nullable Boolean value) {
        if (value != null) {
            json.writeBooleanProperty(name, value);
        }
    }

    private void positive(String name, int value) {
        if (value > 0) {
            json.writeNumberProperty(name, value);
        }
    }

    private void count(String name, long value) {
        if (value >= 0) {
            json.writeNumberProperty(name, value);
        }
    }
}
