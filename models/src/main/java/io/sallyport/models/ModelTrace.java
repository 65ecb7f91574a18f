package io.sallyport.models;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.EventBuilder;
import io.sallyport.audit.ModelPart;
import io.sallyport.audit.RecordedPrompt;
import io.sallyport.audit.RequestPart;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.WebReport;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelUsage;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.Verdict;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What becomes known of one request on its way, for its records. Used by one thread at a time. */
final class ModelTrace {
    private final String auditId;
    private final long timeMillis;
    private final long startNanos;
    private final PolicyChain policies;
    private final CanonicalRequest request;
    private final List<ModelPart.Attempt> attempts = new ArrayList<>();
    private final Map<String, BigDecimal> cost = new TreeMap<>();
    private @Nullable ModelEndpoint endpoint;
    private @Nullable String model;
    private @Nullable ModelRoute route;
    private @Nullable String rule;
    private List<String> credentials = List.of();
    private ModelPart.@Nullable Tokens tokens;
    private final WebReport report;
    private WebReport.Said ofRequest;
    private Reported reported = Reported.NONE;
    private @Nullable RecordedPrompt prompt;
    private long firstTokenMicros = -1;
    private long bytesIn = -1;
    private long bytesOut = -1;

    ModelTrace(
            String auditId,
            long timeMillis,
            long startNanos,
            PolicyChain policies,
            CanonicalRequest request,
            WebReport report) {
        this.auditId = auditId;
        this.timeMillis = timeMillis;
        this.startNanos = startNanos;
        this.policies = policies;
        this.request = request;
        this.report = report;
        this.ofRequest = report.head();
    }

    String auditId() {
        return auditId;
    }

    void asks(ModelEndpoint asked, @Nullable String name, long bytes) {
        endpoint = asked;
        model = name;
        bytesIn = bytes;
    }

    /** Notes what is only reported of the request with its body. Takes time. */
    void hasBody(byte[] body) {
        ofRequest = report.whole(body);
    }

    /** Notes what the record says of the prompt. */
    void asksBy(@Nullable RecordedPrompt said) {
        prompt = said;
    }

    void judged(Decision said) {
        rule = said.rule();
        reported = reported.and(said.reported());
    }

    /** Returns why the request is refused whatever the policies say, as far as it is known; or null. */
    @Nullable
    ModelRefusal refused() {
        return switch (ofRequest.verdict()) {
            case Verdict.Pass _ -> null;
            case Verdict.Refuse why -> {
                rule = why.deny().rule();
                yield ModelRefusal.by(why, true);
            }
        };
    }

    /** @param shown names of the providers whose secrets are shown there */
    void tries(ModelRoute tried, List<String> shown) {
        route = tried;
        credentials = shown;
    }

    /** Notes that the backend that is tried gave nothing to pass on. */
    void failed(ReasonCode why, int status) {
        if (route != null) {
            attempts.add(new ModelPart.Attempt(route.backend().name(), why.word(), status));
        }
    }

    /** Notes the first byte of an answer's body. */
    void began(long nowNanos) {
        if (firstTokenMicros < 0) {
            firstTokenMicros = (nowNanos - startNanos) / 1_000;
        }
    }

    void used(ModelUsage usage, Map<String, BigDecimal> paid, long bytes) {
        tokens = new ModelPart.Tokens(
                usage.inputTokens(), usage.outputTokens(), usage.cachedTokens(), usage.estimated());
        cost.putAll(paid);
        bytesOut = bytes;
    }

    AuditEvent record(ReasonCode reason, int status, long nowNanos, @Nullable String detail) {
        AuditEvent record = event(nowNanos, detail).model(part(), model(), reason, status);
        prompt = null; // one record says it, and a stream is long
        return record;
    }

    /** The end of what was answered in pieces. */
    AuditEvent end(ReasonCode reason, long nowNanos, @Nullable String detail) {
        return event(nowNanos, detail).modelEnd(part(), model(), reason);
    }

    private EventBuilder event(long nowNanos, @Nullable String detail) {
        return AuditEvent.begin(auditId, timeMillis)
                .sandbox(
                        policies.sandbox().id().text(),
                        policies.own().facts().run(),
                        policies.own().generation())
                .guardrails(policies.own().guardrails())
                .lease(policies.lease(), policies.own().pattern(rule))
                .rule(rule)
                .reported(ofRequest.reported().and(reported))
                .findings(ofRequest.found())
                .credentials(credentials)
                .took((nowNanos - startNanos) / 1_000)
                .detail(detail);
    }

    private ModelPart model() {
        ModelRoute taken = route;
        return new ModelPart(
                mayHoldSecret() ? null : model,
                endpoint == null ? null : endpoint.api().word(),
                endpoint == null ? null : endpoint.operation().word(),
                taken == null ? null : taken.backend().name(),
                taken == null || mayHoldSecret() ? null : taken.model(),
                taken == null ? null : why(taken),
                attempts,
                tokens,
                new TreeMap<>(cost),
                firstTokenMicros,
                prompt);
    }

    /** Whether a secret was found where the name of the model stands; then the record does not repeat that. */
    private boolean mayHoldSecret() {
        return ofRequest.found().stream()
                .map(FoundSecret::place)
                .anyMatch(place -> place == FindingPlace.PATH || place == FindingPlace.BODY);
    }

    private String why(ModelRoute taken) {
        if (!attempts.isEmpty()) {
            return "failover";
        }
        return taken.backend().isLocal() ? "local" : "remote";
    }

    private RequestPart part() {
        RequestPart plain = RequestPart.of(request, ofRequest.found(), false);
        return new RequestPart(
                plain.scheme(),
                plain.host(),
                plain.port(),
                plain.method(),
                plain.path(),
                List.of(),
                null,
                null,
                null,
                null,
                null,
                bytesIn,
                bytesOut);
    }
}
