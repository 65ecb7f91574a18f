package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.WrittenHeaders;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.Evaluation;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.VerifiedClaims;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WrittenQuestion;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides the lines of {@code requests.txt} one after another, with the parts that {@code policy eval} uses.
 *
 * <p>{@code lease JSON}, {@code label NAME=VALUE}, {@code claims ISSUER JSON} and {@code at INSTANT} hold for the lines
 * below them. Every other line is {@code VERDICT REASON METHOD URL}, or {@code CAPABILITY TARGET} at its end, and
 * headers, each after a bar; behind the last {@code body TEXT}. Confined to one thread.
 */
final class ExampleRequests implements AutoCloseable {
    private static final SandboxId ID = new SandboxId("local");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final String BODY = "body ";
    private static final String BAR = "\\s+\\|\\s+";

    /** The rates that the guide's configuration names. */
    private static final Set<String> RATES = Set.of("api-calls");

    private final CompiledPolicies policies = CompiledPolicies.of(
            Authoring.ofSandbox(),
            Authoring.ofGuardrails(),
            Evaluation.BY_DEFAULT,
            DocumentRules.BY_DEFAULT.withRates(RATES),
            this::clock,
            System::nanoTime);
    private final MemoryStore store = new MemoryStore();
    private final Map<String, String> labels = new HashMap<>();
    private Instant now = Instant.EPOCH;
    private String lease = "{}";
    private @Nullable VerifiedClaims claims;
    private @Nullable ExampleGuardrail guardrail;

    /** The verdict and reason that a line expects, and those that came. */
    record Said(String expected, String came) {}

    private Instant clock() {
        return now;
    }

    /** Begins the lines of {@code guardrail}. */
    void begin(ExampleGuardrail begun) {
        guardrail = begun;
        labels.clear();
        now = Instant.EPOCH;
        lease = "{}";
        claims = null;
    }

    /** Reads a line; returns null where it only says what holds for the next ones. */
    @Nullable
    Said read(String line) throws IOException {
        String[] words = SPACES.split(line, 2);
        switch (words[0]) {
            case "lease" -> lease = words[1];
            case "label" -> labels.put(words[1].split("=", 2)[0], words[1].split("=", 2)[1]);
            case "claims" -> claims = claims(words[1].split(" ", 2));
            case "at" -> now = OffsetDateTime.parse(words[1]).toInstant();
            default -> {
                return decide(line);
            }
        }
        return null;
    }

    private static VerifiedClaims claims(String[] issuerAndJson) {
        if (RegoJson.parse(issuerAndJson[1], JsonLimits.DOCUMENT) instanceof ParsedJson.Accepted(RegoObject read)) {
            return new VerifiedClaims(issuerAndJson[0], Long.MAX_VALUE, read);
        }
        throw new AssertionError(issuerAndJson[1] + ": no object");
    }

    private Said decide(String line) throws IOException {
        List<String> parts = List.of(line.split(BAR, -1));
        String[] words = SPACES.split(parts.getFirst(), 4);
        RequestHeaders headers = headers(parts.subList(1, parts.size()));
        Decision decision = switch (question(words[2], words[3])) {
            case CanonicalRequest request -> snapshot().decide(request, headers);
            case CanonicalAction action -> snapshot().decide(action);
        };
        return new Said(words[0] + " " + words[1], came(decision));
    }

    /** Distinguishes a tunnel that is allowed only if intercepted from one that is passed through. */
    private static String came(Decision decision) {
        return switch (decision) {
            case Decision.Allow allow when allow.obligations().intercept() -> "allow inspected";
            case Decision.Allow allow -> "allow " + allow.reason().word();
            case Decision.Deny deny -> "deny " + deny.reason().word();
        };
    }

    private static RequestHeaders headers(List<String> parts) {
        boolean hasBody = !parts.isEmpty() && parts.getLast().startsWith(BODY);
        List<String> lines = hasBody ? parts.subList(0, parts.size() - 1) : parts;
        try {
            WrittenHeaders head = WrittenHeaders.parse(lines);
            return hasBody ? body(parts.getLast().substring(BODY.length())).after(head) : head;
        } catch (CliException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private static RequestBody body(String text) {
        return RequestBody.of(text.getBytes(StandardCharsets.UTF_8), 1 << 20);
    }

    private static Question question(String first, String second) {
        return switch (WrittenQuestion.parse(first, second)) {
            case Parsed.Accepted<Question>(var question) -> question;
            case Parsed.Rejected<Question>(var why, int at) ->
                throw new AssertionError(second + ": " + why + " (at " + at + ")");
        };
    }

    private PolicySnapshot snapshot() throws IOException {
        if (guardrail == null) {
            throw new IllegalStateException("no guardrail was begun");
        }
        var team = new GuardrailsDocuments(guardrail.rules(), guardrail.lists().toString());
        var own = SandboxDocuments.builder().lease(lease).build();
        var facts = new SandboxFacts(ID, null, Map.copyOf(labels), Phase.PLANNING, Set.of(), Map.of(), claims);
        return policies.snapshot(
                ready(policies.sandbox(ID, own, store)), ready(policies.guardrails(team, store)), facts, 1);
    }

    private static <T> T ready(Compilation<T> made) {
        return switch (made) {
            case Compilation.Ready<T>(var policy, var _) -> policy;
            case Compilation.Refused<T>(var diagnostics) -> throw new AssertionError("refused: " + diagnostics);
            case Compilation.Unavailable<T>(var why) -> throw new AssertionError("not compiled: " + why);
        };
    }

    @Override
    public void close() {
        policies.close();
    }
}
