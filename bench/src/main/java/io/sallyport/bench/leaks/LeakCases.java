package io.sallyport.bench.leaks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.bench.leaks.LeakCase.Applies;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.WrittenHeaders;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.DialStep;
import io.sallyport.control.Evaluation;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WrittenQuestion;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts what guardrails refuse of a folder of cases, on the path that decides requests: {@code LeakCases CASES DATA
 * REGO...}. A lease grants everything, so that the rules alone decide, and what the gateway never dials.
 */
public final class LeakCases implements AutoCloseable {
    private static final SandboxId ID = new SandboxId("local");
    private static final String EVERYTHING = """
            {"net.fetch": ["https://*:*/**", "http://*:*/**", "wss://*:*/**", "ws://*:*/**"]}""";
    private static final String MALFORMED = "malformed";

    private final CompiledPolicies policies = CompiledPolicies.of(
            Authoring.ofSandbox(),
            Authoring.ofGuardrails(),
            Evaluation.BY_DEFAULT,
            DocumentRules.BY_DEFAULT,
            () -> Instant.EPOCH,
            System::nanoTime);
    private final PolicySnapshot snapshot;
    private final DialStep dial;

    private LeakCases(GuardrailsDocuments team) throws Exception {
        var store = new MemoryStore();
        var own = SandboxDocuments.builder().lease(EVERYTHING).build();
        var facts = new SandboxFacts(ID, null, Map.of(), Phase.PLANNING, Set.of(), Map.of(), null);
        snapshot = policies.snapshot(
                ready(policies.sandbox(ID, own, store)), ready(policies.guardrails(team, store)), facts, 1);
        dial = new DialStep(new ConfigFlag().dials());
    }

    private static <T> T ready(Compilation<T> made) {
        return switch (made) {
            case Compilation.Ready<T>(var policy, var _) -> policy;
            case Compilation.Refused<T>(var diagnostics) -> throw new IllegalStateException("refused: " + diagnostics);
            case Compilation.Unavailable<T>(var why) -> throw new IllegalStateException("not compiled: " + why);
        };
    }

    /** Returns the reason of the refusal; an empty text if every request of the case is allowed. */
    private String refusal(LeakCase leak) throws Exception {
        for (LeakCase.Sent sent : leak.requests()) {
            String reason = refusal(sent);
            if (!reason.isEmpty()) {
                return reason;
            }
        }
        return "";
    }

    private String refusal(LeakCase.Sent sent) throws Exception {
        return switch (WrittenQuestion.parse(sent.method(), sent.url())) {
            case Parsed.Accepted<Question>(CanonicalRequest request) -> refusal(request, sent);
            case Parsed.Accepted<Question> _ -> throw new IllegalArgumentException("no request: " + sent.method());
            case Parsed.Rejected<Question> _ -> MALFORMED;
        };
    }

    private String refusal(CanonicalRequest request, LeakCase.Sent sent) throws Exception {
        if (sent.isMalformed()) {
            return MALFORMED;
        }
        RequestHeaders head = WrittenHeaders.of(sent.headers());
        String body = sent.body();
        if (body != null) {
            head = RequestBody.of(body.getBytes(UTF_8), 1 << 20).after(head);
        }
        if (sent.isMessage()) {
            head = new WebSocketMessage(true, sent.message()).after(head);
        }
        CanonicalRequest typed = request.withContentType(head.values("content-type"));
        Decision policy = snapshot.decide(typed, head);
        // The fixtures' hosts, which the benchmark resolves itself, are under .test, which no gateway dials unasked.
        Decision decision = request.host().text().endsWith(".test") ? policy : dial.of(typed, policy);
        return decision instanceof Decision.Deny deny ? deny.reason().word() + " " + deny.rule() : "";
    }

    @Override
    public void close() {
        policies.close();
    }

    /** How many of a kind there are, and how many were decided as the benchmark expects. */
    private record Count(int right, int all) {
        static final Count NONE = new Count(0, 0);

        Count with(boolean isRight) {
            return new Count(right + (isRight ? 1 : 0), all + 1);
        }

        @Override
        public String toString() {
            return all == 0 ? "-" : right + " of " + all;
        }
    }

    private static List<LeakCase> cases(Path folder) throws IOException {
        List<LeakCase> cases = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                var said = JsonMapper.shared().readTree(Files.readString(file));
                if (said.has("expected_verdict")) {
                    cases.add(LeakCase.of(said));
                }
            }
        }
        return cases;
    }

    private static GuardrailsDocuments team(List<String> args) throws IOException {
        Map<String, String> rules = new TreeMap<>();
        for (String file : args.subList(2, args.size())) {
            rules.put(String.valueOf(Path.of(file).getFileName()), Files.readString(Path.of(file)));
        }
        return new GuardrailsDocuments(rules, Files.readString(Path.of(args.get(1))));
    }

    public static void main(String[] arguments) throws Exception {
        List<String> args = List.of(arguments);
        Map<String, Count> counts = new TreeMap<>();
        try (var measured = new LeakCases(team(args))) {
            for (LeakCase leak : cases(Path.of(args.getFirst()))) {
                if (leak.applies() == Applies.NOT) {
                    counts.merge("does not apply", new Count(0, 1), (a, _) -> a.with(false));
                    continue;
                }
                String came = measured.refusal(leak);
                boolean right = came.isEmpty() != leak.refused();
                if (!right || args.getFirst().endsWith("-v")) {
                    System.out.println((leak.refused() ? "passed  " : "refused ") + leak.id() + "  " + came);
                }
                String kind = (leak.refused() ? "caught " : "benign ") + leak.applies();
                counts.merge(kind, Count.NONE.with(right), (a, _) -> a.with(right));
                counts.merge(kind + " " + leak.category(), Count.NONE.with(right), (a, _) -> a.with(right));
            }
        }
        counts.forEach((kind, count) -> System.out.println(kind + ": " + count));
    }
}
