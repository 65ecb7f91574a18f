package io.sallyport.proxy.enforce.own;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiTool;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.SandboxCas;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What the gateway answers under its own name, each only about the sandbox that asks: {@code /ca.pem}, {@code
 * /v1/whoami}, {@code /v1/denials} and {@code /tools.json}. Nothing here changes anything. Safe for concurrent use.
 */
public final class OwnAnswers {
    /** Patterns that {@code whoami} lists. */
    private static final int MAX_ALLOWED = 200;

    private static final JsonFactory JSON = new JsonFactory();

    private final ApiServers servers;
    private final RecentRefusals denials;
    private final SandboxCas cas;
    private final boolean recordsPrompts;

    /** @param recordsPrompts whether records of models hold prompts */
    public OwnAnswers(RecentRefusals denials, SandboxCas cas, ApiServers servers, boolean recordsPrompts) {
        this.servers = servers;
        this.denials = denials;
        this.cas = cas;
        this.recordsPrompts = recordsPrompts;
    }

    /** The body for {@code request}, or null where nothing is found there. */
    @Nullable
    public OwnAnswer answer(CanonicalRequest request, PolicyChain policies) {
        PolicySnapshot snapshot = policies.own();
        CanonicalPath path = request.path();
        return switch (path == null ? "" : path.text()) {
            case "/ca.pem" -> caOf(snapshot.facts().id());
            case "/v1/whoami" -> OwnAnswer.json(whoami(request, policies));
            case "/v1/denials" -> OwnAnswer.json(denialsOf(snapshot.facts().id()));
            case "/tools.json" -> toolsOf(policies);
            default -> null;
        };
    }

    /**
     * Those that it may call, as policy stands: what it is told of and refused costs it more than what it never hears
     * of.
     */
    private @Nullable OwnAnswer toolsOf(PolicyChain policies) {
        List<ApiTool> tools = servers.tools(policies.sandbox().id());
        return tools == null
                ? null
                : OwnAnswer.json(tools.stream()
                        .filter(tool -> policies.decide(tool.call()) instanceof Decision.Allow)
                        .map(ApiTool::json)
                        .collect(Collectors.joining(",", "[", "]")));
    }

    private @Nullable OwnAnswer caOf(SandboxId sandbox) {
        SandboxCa ca = cas.find(sandbox);
        return ca == null ? null : OwnAnswer.pem(ca.certificatePem());
    }

    private String whoami(CanonicalRequest request, PolicyChain policies) {
        PolicySnapshot snapshot = policies.own();
        SandboxFacts facts = snapshot.facts();
        Instant expiresAt = snapshot.expiresAt();
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("sandbox", facts.id().text());
            json.writeStringProperty("run", facts.run());
            Sandbox workspace = policies.sandbox().workspace();
            if (workspace != null) {
                json.writeStringProperty(
                        "workspace", String.valueOf(workspace.id().workspace()));
            }
            json.writeStringProperty("phase", facts.phase().word());
            json.writeNumberProperty("generation", snapshot.generation());
            guardrails(json, snapshot.guardrails());
            json.writeStringProperty(
                    "policy_dialect", snapshot.reading().documents().word());
            trials(json, snapshot.trials());
            json.writeStringProperty("binaries", "off");
            json.writeBooleanProperty("prompts_recorded", recordsPrompts);
            json.writeStringProperty("expires_at", expiresAt == null ? null : expiresAt.toString());
            json.writeObjectPropertyStart("remaining");
            policies.sandbox()
                    .admission()
                    .account()
                    .remaining()
                    .forEach((currency, left) -> json.writeStringProperty(currency, left.toPlainString()));
            json.writeEndObject();
            json.writeArrayPropertyStart("allowed");
            snapshot.nearest(request, MAX_ALLOWED).forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Says that something is tried, and until when; not what. */
    private static void trials(JsonGenerator json, TrialTerms trials) {
        json.writeStringProperty("mode", (trials.reportMode() == null ? Mode.ENFORCE : Mode.REPORT).word());
        if (trials.reportMode() != null) {
            json.writeStringProperty("report_mode_until", trials.reportMode().toString());
        }
        if (trials.candidate() != null) {
            json.writeStringProperty("candidate_until", trials.candidate().toString());
        }
    }

    private static void guardrails(JsonGenerator json, GuardrailsVersion version) {
        json.writeObjectPropertyStart("guardrails");
        json.writeNumberProperty("epoch", version.epoch());
        json.writeStringProperty("digest", version.digest());
        if (version.revision() != null) {
            json.writeStringProperty("revision", version.revision());
        }
        json.writeEndObject();
    }

    private String denialsOf(SandboxId sandbox) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(4096);
        out.writeBytes(ascii("{\"denials\":["));
        String comma = "";
        for (RecentRefusals.Entry entry : denials.of(sandbox)) {
            Instant time = Instant.ofEpochMilli(entry.timeMillis());
            out.writeBytes(ascii(comma + "{\"time\":\"" + time + "\",\"refusal\":"));
            out.writeBytes(entry.refusal().json());
            Diagnosis diagnosis = entry.diagnosis();
            String said = diagnosis == null
                    ? ""
                    : ",\"diagnosis\":\"" + diagnosis.fault().word() + "\"";
            out.writeBytes(ascii(said + ",\"count\":" + entry.count() + "}"));
            comma = ",";
        }
        out.writeBytes(ascii("]}"));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
