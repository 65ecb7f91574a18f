package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import io.sallyport.policycompiler.author.CompiledGuardrails.Kind;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guardrails compiled by real {@code opa build}, compared with the same ones in Rego. */
class CompiledGuardrailsTest {
    private static final RegoCompiler REGO = SharedCompiler.REGO;
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);
    private static final WasmEngine ENGINE =
            new WasmEngine(new WasmLimits(8 << 20, 64 << 20, 1 << 20, Duration.ofSeconds(20), 4), System::nanoTime);
    private static final String DENY = "sallyport/guardrails/deny";
    private static final String OBLIGATIONS = "sallyport/guardrails/obligations";

    /** Comes to the body of requests for one path alone. */
    private static final String BODY_RULE = """
            package sallyport.guardrails

            deny contains {"rule": "r", "message": "m"} if {
                input.net.path == "/notes"
                %s
            }
            """;

    private static final String LISTS = "{\"hosts\": [\"a.test\"]}";
    private static final String POLICY = """
            package sallyport.guardrails

            deny contains {"rule": "listed", "message": sprintf("%s is closed", [input.net.host])} if {
                input.net.host in data.lists.hosts
            }

            deny contains {"rule": "no-writing", "message": "read only"} if {
                input.net.method in {"POST", "PUT"}
                startswith(input.net.path, "/w")
            }

            deny contains {"rule": "by-date", "message": "not a date"} if {
                input.net.query.date[0]
                time.parse_rfc3339_ns(input.net.query.date[0]) < 0
            }

            obligations contains {"redact": ["authorization"]} if input.net.host == "b.test"
            """;

    private static final String BODIES = """
            package sallyport.guardrails

            deny contains {"rule": "tools", "message": "only search"} if {
                input.net.host == "a.test"
                not input.net.rpc.tool == "search"
            }

            deny contains {"rule": "secret", "message": "no secrets"} if {
                input.net.host == "a.test"
                input.net.body.json.secret
            }
            """;

    /** A head of a body of a length that it says. */
    private record Sent(String contentType) implements RequestHeaders {
        @Override
        public List<String> names() {
            return List.of("content-type");
        }

        @Override
        public List<String> values(String name) {
            return name.equals("content-type") ? List.of(contentType) : List.of();
        }

        @Override
        public long bodyBytes() {
            return 9;
        }
    }

    @TempDir
    Path folder = Path.of("");

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void moduleAndPlanAnswerAsTheirRegoDoes() throws Exception {
        PolicySnapshot rego = snapshot(COMPILER.guardrails(Map.of("g.rego", POLICY), LISTS, PlanStore.NONE));
        PolicySnapshot wasm = snapshot(compiled(Kind.WASM, POLICY, LISTS));
        PolicySnapshot plan = snapshot(compiled(Kind.PLAN, POLICY, LISTS));
        List<ReasonCode> reasons = new ArrayList<>();
        for (CanonicalRequest request : requests()) {
            Decision wanted = rego.decide(request);
            assertThat(wasm.decide(request)).as("wasm: %s", request).isEqualTo(wanted);
            assertThat(plan.decide(request)).as("plan: %s", request).isEqualTo(wanted);
            reasons.add(wanted.reason());
        }
        assertThat(reasons).contains(ReasonCode.GUARDRAIL, ReasonCode.GUARDRAIL_ERROR, ReasonCode.GRANTED);
    }

    @Test
    void requestsThatDifferInTheQueryAloneNeverShareAVerdictOfAModule() throws Exception {
        String byQuery = """
                package sallyport.guardrails

                deny contains {"rule": "key", "message": "no keys"} if input.net.query.key
                """;
        PolicySnapshot wasm = snapshot(compiled(Kind.WASM, byQuery, null, DENY));
        for (int i = 0; i < 2; i++) {
            assertThat(wasm.decide(dated("a.test", "x=1")).reason()).isEqualTo(ReasonCode.GRANTED);
            assertThat(wasm.decide(dated("a.test", "key=1")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
            assertThat(wasm.decide(http("GET", "a.test", "/r")).reason()).isEqualTo(ReasonCode.GRANTED);
        }
    }

    @Test
    void underAModuleEveryTunnelIsOpenedSinceNobodyCanTellWhatItRead() throws Exception {
        String byHost = """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if input.net.host == "a.test"
                """;
        PolicySnapshot rego = snapshot(COMPILER.guardrails(Map.of("g.rego", byHost), null, PlanStore.NONE));
        PolicySnapshot wasm = snapshot(compiled(Kind.WASM, byHost, null, DENY));
        PolicySnapshot plan = snapshot(compiled(Kind.PLAN, byHost, null, DENY));
        assertThat(isOpened(rego.decide(connect("b.test")))).isFalse();
        assertThat(isOpened(plan.decide(connect("b.test")))).isFalse();
        assertThat(isOpened(wasm.decide(connect("b.test")))).isTrue();
        assertThat(wasm.decide(connect("a.test")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void regoBesideAModuleAnswersWhatTheModuleDoesNot() throws Exception {
        String beside = """
                package sallyport.guardrails

                obligations contains {"redact": ["x-other"]} if input.net.host == "b.test"
                """;
        OpaBundle bundle = bundle(Kind.WASM, POLICY, DENY);
        CompiledGuardrails deny = guardrails(bundle, Set.of(DENY));
        PolicySnapshot both =
                snapshot(COMPILER.guardrails(deny, Map.of("o.rego", beside), LISTS, ENGINE, PlanStore.NONE));
        assertThat(both.decide(http("POST", "b.test", "/w")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(both.decide(http("GET", "b.test", "/")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().redact()).containsExactly("x-other"));
        assertThat(why(COMPILER.guardrails(deny, Map.of("g.rego", POLICY), LISTS, ENGINE, PlanStore.NONE)))
                .contains("for a document that the compiled part answers");
    }

    @Test
    void whatIsLeftOfTheRegoInABundleOfOpasNeverStandsForTheModule() throws Exception {
        OpaBundle bundle = bundle(Kind.WASM, POLICY, DENY, OBLIGATIONS);
        assertThat(bundle.modules()).isNotEmpty();
        assertThat(bundle.runsAsWasm()).isTrue();
        PolicySnapshot snapshot = snapshot(COMPILER.guardrails(
                guardrails(bundle, bundle.manifest().wasmEntrypoints()),
                bundle.modules(),
                LISTS,
                ENGINE,
                PlanStore.NONE));
        assertThat(snapshot.decide(connect("a.test")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void aModuleThatCouldPassOverARuleDoesNotLoad() throws Exception {
        String allows = "package sallyport.guardrails\n\nallow := true\n";
        for (Kind kind : Kind.values()) {
            assertThat(why(compiled(kind, allows, null, "sallyport/guardrails/allow")))
                    .contains("(expected: " + DENY);
            CompiledGuardrails promised = guardrails(bundle(kind, POLICY, OBLIGATIONS), Set.of(DENY, OBLIGATIONS));
            assertThat(why(COMPILER.guardrails(promised, Map.of(), LISTS, ENGINE, PlanStore.NONE)))
                    .contains("entrypoints");
        }
        String reachesOut =
                "package sallyport.guardrails\n\ndeny contains http.send({\"url\": input.net.host, \"method\": \"GET\"})\n";
        assertThat(why(compiled(Kind.WASM, reachesOut, null, DENY))).contains("http.send");
        var nothing = new CompiledGuardrails(Kind.WASM, ByteBuffer.allocate(8), Set.of());
        assertThat(why(COMPILER.guardrails(nothing, Map.of(), null, ENGINE, PlanStore.NONE)))
                .contains("no module");
    }

    @Test
    void aModuleIsAskedWithTheBodyAsItsPlanAndItsRegoAre() throws Exception {
        PolicySnapshot rego = snapshot(COMPILER.guardrails(Map.of("g.rego", BODIES), null, PlanStore.NONE));
        PolicySnapshot wasm = snapshot(compiled(Kind.WASM, BODIES, null, DENY));
        PolicySnapshot plan = snapshot(compiled(Kind.PLAN, BODIES, null, DENY));
        CanonicalRequest post = http("POST", "a.test", "/mcp");
        for (PolicySnapshot snapshot : List.of(rego, wasm, plan)) {
            assertThat(snapshot.decide(post, new Sent("application/json")))
                    .isInstanceOfSatisfying(
                            Decision.Allow.class,
                            allow -> assertThat(allow.obligations().body()).isTrue());
        }
        List<ReasonCode> reasons = new ArrayList<>();
        for (String body : List.of(
                "",
                "{",
                "[1]",
                call("search"),
                call("delete"),
                "[" + call("search") + "," + call("delete") + "]",
                "[" + call("search") + "," + call("search") + "]",
                call("search").replace("rpc", "RPC"),
                call("search").replace("}}", "}, \"secret\": 1}"))) {
            RequestHeaders whole = RequestBody.of(body.getBytes(StandardCharsets.UTF_8), 1 << 20)
                    .after(new Sent("application/json"));
            Decision wanted = rego.decide(post, whole);
            assertThat(wasm.decide(post, whole)).as("wasm: %s", body).isEqualTo(wanted);
            assertThat(plan.decide(post, whole)).as("plan: %s", body).isEqualTo(wanted);
            reasons.add(wanted.reason());
        }
        assertThat(reasons).contains(ReasonCode.GUARDRAIL, ReasonCode.UNREADABLE, ReasonCode.GRANTED);
    }

    @Test
    void aBodyThatCannotBeReadIsRefusedWhereAModuleComesToItAlone() throws Exception {
        String text = BODY_RULE.formatted("input.net.body.json.note == \"secret\"");
        PolicySnapshot wasm = snapshot(compiled(Kind.WASM, text, null, DENY));
        RequestHeaders head = new Sent("application/octet-stream");
        RequestHeaders whole = RequestBody.of(new byte[] {1, 2}, 1 << 20).after(head);
        assertThat(wasm.decide(http("POST", "a.test", "/notes"), whole).reason())
                .isEqualTo(ReasonCode.UNREADABLE);
        assertThat(wasm.decide(http("POST", "a.test", "/upload"), whole).reason())
                .isEqualTo(ReasonCode.GRANTED);
    }

    /** By names that it puts together, by looking at all, at each member, and at forms that it does not name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "contains(input.net[concat(\"\", [\"bo\", \"dy\"])][concat(\"\", [\"te\", \"xt\"])], \"secret\")",
                "input.net[concat(\"\", [\"bo\", \"dy\"])][concat(\"\", [\"js\", \"on\"])].note == \"secret\"",
                "walk(input, [_, \"secret\"])",
                "some k, v in input.net; startswith(k, \"bo\"); v[_].note == \"secret\"",
                "contains(json.marshal(input.net), \"secret\")",
                "input.net.body",
                "input.net.body[concat(\"\", [\"js\", \"on\"])].note == \"secret\"; not input.net.query.text",
            })
    void aModuleIsAskedWithTheBodyHoweverItComesToIt(String condition) throws Exception {
        String text = BODY_RULE.formatted(condition);
        PolicySnapshot rego = snapshot(COMPILER.guardrails(Map.of("g.rego", text), null, PlanStore.NONE));
        PolicySnapshot wasm = snapshot(compiled(Kind.WASM, text, null, DENY));
        CanonicalRequest post = http("POST", "a.test", "/notes");
        RequestHeaders head = new Sent("application/json");
        for (PolicySnapshot snapshot : List.of(rego, wasm)) {
            assertThat(snapshot.decide(post, head))
                    .isInstanceOfSatisfying(
                            Decision.Allow.class,
                            allow -> assertThat(allow.obligations().body()).isTrue());
        }
        for (String body : List.of("{\"note\": \"secret\"}", "{\"note\": \"x\"}", "{", "")) {
            RequestHeaders whole = RequestBody.of(body.getBytes(StandardCharsets.UTF_8), 1 << 20)
                    .after(head);
            assertThat(wasm.decide(post, whole).reason())
                    .as("wasm: %s", body)
                    .isEqualTo(rego.decide(post, whole).reason());
            if (body.contains("secret")) {
                assertThat(wasm.decide(post, whole)).isInstanceOf(Decision.Deny.class);
            }
        }
    }

    @Test
    void aModuleIsNotAskedWithTheBodyOfARequestWhereItDoesNotComeToIt() throws Exception {
        String text = BODY_RULE.formatted("walk(input.net[concat(\"\", [\"bo\", \"dy\"])], [_, \"secret\"])");
        PolicySnapshot wasm = snapshot(compiled(Kind.WASM, text, null, DENY));
        assertThat(wasm.decide(http("POST", "a.test", "/other"), new Sent("application/json")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().body()).isFalse());
    }

    private static String call(String tool) {
        return "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" + tool
                + "\"}}";
    }

    @Test
    void anotherModuleOrAnotherListIsAnotherPolicy() throws Exception {
        String digest = digest(compiled(Kind.WASM, POLICY, LISTS));
        assertThat(digest(compiled(Kind.WASM, POLICY, LISTS))).isEqualTo(digest);
        assertThat(digest(compiled(Kind.WASM, POLICY, null))).isNotEqualTo(digest);
        assertThat(digest(compiled(Kind.PLAN, POLICY, LISTS))).isNotEqualTo(digest);
    }

    private Compilation<AuthoredRego> compiled(Kind kind, String rego, @Nullable String lists) throws Exception {
        return compiled(kind, rego, lists, DENY, OBLIGATIONS);
    }

    private Compilation<AuthoredRego> compiled(Kind kind, String rego, @Nullable String lists, String... entrypoints)
            throws Exception {
        CompiledGuardrails guardrails = guardrails(bundle(kind, rego, entrypoints), Set.of(entrypoints));
        return COMPILER.guardrails(guardrails, Map.of(), lists, ENGINE, PlanStore.NONE);
    }

    private static CompiledGuardrails guardrails(OpaBundle bundle, Set<String> entrypoints) {
        String plan = bundle.plan();
        return plan == null
                ? new CompiledGuardrails(Kind.WASM, Objects.requireNonNull(bundle.wasm()), entrypoints)
                : new CompiledGuardrails(
                        Kind.PLAN, ByteBuffer.wrap(plan.getBytes(StandardCharsets.UTF_8)), entrypoints);
    }

    private OpaBundle bundle(Kind kind, String rego, String... entrypoints) throws Exception {
        Files.writeString(folder.resolve("g.rego"), rego);
        List<String> command =
                new ArrayList<>(List.of("build", "-t", kind.name().toLowerCase(Locale.ROOT), "-o", "b.tar.gz"));
        for (String entrypoint : entrypoints) {
            command.addAll(List.of("-e", entrypoint));
        }
        command.add("g.rego");
        Opa.require().run(folder, command.toArray(String[]::new));
        BundleRead read =
                BundleReader.read(Files.readAllBytes(folder.resolve("b.tar.gz")), BundleLimits.DEFAULTS, null);
        assertThat(read).as(read.toString()).isInstanceOf(BundleRead.Accepted.class);
        return ((BundleRead.Accepted) read).bundle();
    }

    private static PolicySnapshot snapshot(Compilation<AuthoredRego> guardrails) {
        var documents = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"https://*.test/**\", \"http://*.test/**\"]}")
                .build();
        Compilation<SandboxPolicy> sandbox = COMPILER.sandbox(documents, "sb-1", null, PlanStore.NONE);
        var facts = new SandboxFacts(new SandboxId("sb-1"), null, Map.of(), Phase.EXECUTION);
        EvalClock clock = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));
        return ready(sandbox).under(ready(guardrails), facts, 1, Limits.DEFAULT, clock);
    }

    private static <T> T ready(Compilation<T> made) {
        assertThat(made).isInstanceOf(Compilation.Ready.class);
        return ((Compilation.Ready<T>) made).value();
    }

    private static String digest(Compilation<AuthoredRego> made) {
        return ready(made).digest();
    }

    private static String why(Compilation<AuthoredRego> made) {
        assertThat(made).isInstanceOf(Compilation.Refused.class);
        return ((Compilation.Refused<AuthoredRego>) made).diagnostics().toString();
    }

    private static boolean isOpened(Decision decision) {
        return decision instanceof Decision.Allow allow && allow.obligations().intercept();
    }

    private static List<CanonicalRequest> requests() {
        List<CanonicalRequest> requests = new ArrayList<>();
        for (String host : List.of("a.test", "b.test", "c.test")) {
            requests.add(connect(host));
            for (String method : List.of("GET", "POST")) {
                requests.add(http(method, host, "/w"));
                requests.add(http(method, host, "/r"));
            }
            requests.add(dated(host, "date=2026-01-01T00:00:00Z"));
            requests.add(dated(host, "date=tomorrow"));
        }
        return requests;
    }

    private static CanonicalRequest connect(String host) {
        return CanonicalRequest.connect(Scheme.HTTPS, host(host), 443);
    }

    private static CanonicalRequest http(String method, String host, String path) {
        return CanonicalRequest.http(Scheme.HTTP, host(host), 80, method, path(path), CanonicalQuery.NONE);
    }

    private static CanonicalRequest dated(String host, String query) {
        return CanonicalRequest.http(Scheme.HTTP, host(host), 80, "GET", path("/r"), CanonicalQuery.parse(query));
    }

    private static CanonicalPath path(String path) {
        assertThat(CanonicalPath.parse(path)).isInstanceOf(Parsed.Accepted.class);
        return ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(path)).value();
    }

    private static CanonicalHost host(String host) {
        assertThat(CanonicalHost.parse(host)).isInstanceOf(Parsed.Accepted.class);
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(host)).value();
    }
}
