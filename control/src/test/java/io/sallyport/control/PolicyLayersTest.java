package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRules;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a sandbox may do is exactly what every layer lets through, of random documents. */
class PolicyLayersTest {
    private static final long SEED = 20_261_127;
    private static final int ROUNDS = 40;
    private static final SandboxId PARENT = new SandboxId("workspace");
    private static final SandboxId CHILD = new SandboxId("sb-1");
    private static final List<String> HOSTS = List.of("a.test", "b.test", "x.b.test", "c.test");
    private static final List<String> METHODS = List.of("GET", "POST", "DELETE");
    private static final List<String> PATHS = List.of("/", "/v1/x", "/v2/x/y");

    private final Random random = new Random(SEED);
    private final MemoryStore store = new MemoryStore();
    private final SandboxRegistry registry = new SandboxRegistry();
    private final PolicyControl control = load();

    @Test
    void theEffectivePolicyIsTheIntersectionOfItsLayers() {
        int allowed = 0;
        int narrowed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String closedToAll = HOSTS.get(random.nextInt(HOSTS.size()));
            String closedInline = METHODS.get(random.nextInt(METHODS.size()));
            SandboxDocuments above = SandboxDocuments.builder().policy(policy()).build();
            SandboxDocuments own = SandboxDocuments.builder()
                    .policy(policy())
                    .rego(Map.of("own.rego", rego("sandbox", "input.net.method == \"" + closedInline + "\"")))
                    .parent(PARENT)
                    .build();
            putGuardrails(rego("guardrails", "input.net.host == \"" + closedToAll + "\""));
            put(PARENT, above);
            put(CHILD, own);
            PolicySnapshot ceiling = alone(above);
            PolicySnapshot granted =
                    alone(SandboxDocuments.builder().policy(own.policy()).build());
            for (CanonicalRequest request : requests()) {
                boolean inAll = allows(ceiling.decide(request))
                        && allows(granted.decide(request))
                        && !request.host().text().equals(closedToAll)
                        && !closedInline.equals(request.method());
                Decision said = PolicyChain.of(Objects.requireNonNull(registry.find(CHILD)))
                        .decide(request);
                assertThat(allows(said))
                        .as(
                                "seed %s, round %s, %s under\n%s\nand\n%s",
                                SEED, round, request, above.policy(), own.policy())
                        .isEqualTo(inAll);
                allowed += inAll ? 1 : 0;
                narrowed += allows(granted.decide(request)) && !inAll ? 1 : 0;
            }
            control.delete(PARENT).toCompletableFuture().join();
        }
        assertThat(allowed).isGreaterThan(ROUNDS);
        assertThat(narrowed).isGreaterThan(ROUNDS);
    }

    /** Grants a random part of some hosts. */
    private String policy() {
        String endpoints = HOSTS.stream()
                .filter(_ -> random.nextInt(4) > 0)
                .map(host -> "      - {host: \"%s\", port: 443, protocol: rest, %s}\n".formatted(host, access()))
                .collect(Collectors.joining());
        String any = "      - {host: z.test, port: 443, protocol: rest, access: full}\n";
        return "version: 1\nnetwork_policies:\n  api:\n    endpoints:\n" + any + endpoints;
    }

    private String access() {
        return switch (random.nextInt(4)) {
            case 0 -> "access: read-only";
            case 1 -> "rules: [{allow: {method: POST, path: /v1/**}}]";
            case 2 -> "access: full, deny_rules: [{method: GET, path: /v2/**}]";
            default -> "access: full";
        };
    }

    private static String rego(String author, String condition) {
        return "package sallyport." + author + "\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if " + condition
                + "\n";
    }

    private static List<CanonicalRequest> requests() {
        List<CanonicalRequest> requests = new ArrayList<>();
        for (String host : HOSTS) {
            for (String method : METHODS) {
                PATHS.forEach(path -> requests.add(request(method, "https://" + host + path)));
            }
        }
        return requests;
    }

    private static CanonicalRequest request(String method, String url) {
        return switch (WrittenRequest.parse(method, url)) {
            case Parsed.Accepted<CanonicalRequest>(CanonicalRequest request) -> request;
            case Parsed.Rejected<CanonicalRequest> rejected -> throw new AssertionError(rejected);
        };
    }

    private static boolean allows(Decision decision) {
        return decision instanceof Decision.Allow;
    }

    /** Returns what the documents say with no layer above or below them. */
    private PolicySnapshot alone(SandboxDocuments documents) {
        var id = new SandboxId("alone");
        var facts = new SandboxFacts(id, null, Map.of(), Phase.PLANNING);
        return switch (SharedPolicies.POLICIES.sandbox(id, documents, store)) {
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var _) ->
                SharedPolicies.POLICIES.snapshot(spec, AuthoredRego.NONE, facts, 1);
            case Compilation.Refused<SandboxSpec> refused -> throw new AssertionError(refused);
            case Compilation.Unavailable<SandboxSpec> unavailable -> throw new AssertionError(unavailable);
        };
    }

    private void put(SandboxId id, SandboxDocuments documents) {
        assertThat(control.put(id, new SandboxChange(documents, Precondition.NONE, false))
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(SandboxAnswer.InForce.class);
    }

    private void putGuardrails(String rego) {
        var documents = new GuardrailsDocuments(Map.of("g.rego", rego), null);
        control.putGuardrails(new GuardrailsChange(documents, Precondition.NONE, ChangeOrigin.UNKNOWN, false))
                .toCompletableFuture()
                .join();
    }

    private PolicyControl load() {
        InstantSource wall = InstantSource.system();
        try {
            return PolicyControl.load(
                    store,
                    SharedPolicies.POLICIES,
                    null,
                    ApprovalRules.NONE,
                    TrialRules.UNCOUNTED,
                    WorkspaceRules.NONE,
                    registry,
                    new MemoryAuthorities(),
                    account -> new LiveAdmission(AdmissionLimits.BY_DEFAULT, wall, System::nanoTime, account),
                    new Accounts(store, (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                    wall,
                    null,
                    new RegistryOfSkills(null, SharedPolicies.POLICIES, new SkillRegistry(), System::nanoTime),
                    new Guard(ClosedPaths.of(List.of())),
                    DialRules.NONE,
                    List.of(),
                    ChangeMeter.unread());
        } catch (StateException e) {
            throw new IllegalStateException(e);
        }
    }
}
