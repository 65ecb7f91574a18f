package io.sallyport.policycompiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.styra.opa.wasm.OpaPolicy;
import io.sallyport.decision.RequestInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.regoengine.wasm.LoadedWasm;
import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles written as a plan and as WebAssembly answer as the Rego does under real OPA, and equal what OPA builds. */
class CompiledBundleTest {
    private static final RegoCompiler REGO = SharedCompiler.REGO;
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);
    private static final WasmEngine ENGINE =
            new WasmEngine(new WasmLimits(8 << 20, 64 << 20, 1 << 20, Duration.ofSeconds(20), 4), System::nanoTime);
    private static final String DECISION = "sallyport/decision";
    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("sb-1"), null, Map.of(), Phase.EXECUTION);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));
    private static final String LEASE = "{\"net.fetch\": [\"https://*.test/**\", \"http://a.test/r/*\"]}";
    private static final String LISTS = "{\"hosts\": [\"closed.test\"]}";
    private static final Map<String, String> GUARDRAILS = Map.of("g.rego", """
            package sallyport.guardrails

            # METADATA
            # title: closed by the list
            deny contains {"rule": "listed", "message": sprintf("%s is closed", [input.net.host])} if {
                input.net.host in data.lists.hosts
            }

            obligations contains {"redact": ["authorization"]} if input.net.host == "a.test"
            """);
    private static final Map<String, String> SANDBOX = Map.of("own/s.rego", """
            package sallyport.sandbox

            deny contains {"rule": "glob", "message": "not there"} if glob.match("/x/*", ["/"], input.net.path)
            """);

    /** Each form of the same documents, built by the first test that needs it. */
    private static final Map<BundleTarget, byte[]> WRITTEN = new EnumMap<>(BundleTarget.class);

    @TempDir
    Path folder = Path.of("");

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void everyFormOfABundleAnswersAsItsRegoDoesUnderOpa() throws Exception {
        assertAllAnswerAlike(CompiledBundleTest::written);
    }

    @Test
    void soItDoesWithGuardrailsOfVersion0BesideALibraryAndASandboxOfVersion1() throws Exception {
        var mixed = new PolicyCompiler(
                REGO, Authoring.ofGuardrails().in(RegoVersion.V0), Authoring.ofSandbox(), ToBytecode.WHEN_USED);
        var guardrails = Map.of("g.rego", """
                package sallyport.guardrails

                deny[{"rule": "listed", "message": "closed"}] { input.net.host == data.lists.hosts[_] }

                obligations[{"redact": ["authorization"]}] { input.net.host == "a.test" }
                """);
        assertAllAnswerAlike(target -> made(mixed, guardrails, target));
    }

    private void assertAllAnswerAlike(Function<BundleTarget, byte[]> written) throws Exception {
        List<RegoValue> asked = inputs();
        List<RegoValue> wanted = underOpa("rego.tar.gz", written.apply(BundleTarget.REGO), asked);
        byte[] planned = written.apply(BundleTarget.PLAN);
        assertThat(underOpa("plan.tar.gz", planned, asked)).isEqualTo(wanted);
        OpaBundle plan = read(planned);
        OpaBundle wasm = read(written.apply(BundleTarget.WASM));
        assertThat(wasm.data()).isEqualTo(plan.data());
        OpaPolicy oracle = OpaPolicy.builder()
                .withPolicy(bytes(Objects.requireNonNull(wasm.wasm())))
                .build();
        oracle.data(RegoJson.write(wasm.data()));
        Evaluable ofPlan = planned(plan);
        Evaluable ofModule = module(wasm);
        for (int i = 0; i < asked.size(); i++) {
            RegoValue input = asked.get(i);
            assertThat(answer(ofPlan, plan, input)).as("plan: %s", input).isEqualTo(wanted.get(i));
            assertThat(answer(ofModule, wasm, input)).as("wasm: %s", input).isEqualTo(wanted.get(i));
            assertThat(ofOracle(oracle, input)).as("opa-java-wasm: %s", input).isEqualTo(wanted.get(i));
        }
        assertThat(reasons(wanted)).contains("granted", "guardrail", "no_grant");
    }

    @Test
    void planAndModuleAreThoseThatOpaBuildMakesOfTheSameBundle() throws Exception {
        Files.write(folder.resolve("rego.tar.gz"), written(BundleTarget.REGO));
        assertThat(read(written(BundleTarget.PLAN)).plan())
                .isEqualTo(opaBuild("plan").plan());
        assertThat(read(written(BundleTarget.WASM)).wasm())
                .isEqualTo(opaBuild("wasm").wasm());
    }

    @Test
    void opaReadsTheBundleOfAModuleAndFindsItsDocument() throws Exception {
        Files.write(folder.resolve("wasm.tar.gz"), written(BundleTarget.WASM));
        String inspected = Opa.require().run(folder, "inspect", "-f", "json", "wasm.tar.gz");
        assertThat(inspected).contains("\"module\": \"policy.wasm\"", DECISION);
        assertThat(Opa.require().runTo(2, folder, "eval", "-b", "wasm.tar.gz", "data.sallyport.decision"))
                .as("this OPA is built without an engine for it")
                .contains("engine");
    }

    @Test
    void aModuleStandsAloneUnderTheNameOfItsDocument() {
        OpaBundle wasm = read(written(BundleTarget.WASM));
        assertThat(wasm.modules()).isEmpty();
        assertThat(wasm.plan()).isNull();
        assertThat(wasm.manifest().wasmEntrypoints()).containsExactly(DECISION);
        OpaBundle plan = read(written(BundleTarget.PLAN));
        assertThat(plan.modules()).containsKeys("sallyport/decision.rego", "guardrails/g.rego", "sandbox/own/s.rego");
        assertThat(plan.wasm()).isNull();
    }

    @Test
    void equalDocumentsMakeEqualBytes() {
        for (BundleTarget target : BundleTarget.values()) {
            assertThat(made(COMPILER, GUARDRAILS, target)).as(target.name()).isEqualTo(written(target));
        }
    }

    private OpaBundle opaBuild(String target) throws Exception {
        Opa.require()
                .run(
                        folder,
                        "build",
                        "-b",
                        "-t",
                        target,
                        "--prune-unused",
                        "-e",
                        DECISION,
                        "-o",
                        target,
                        "rego.tar.gz");
        return read(Files.readAllBytes(folder.resolve(target)));
    }

    private List<RegoValue> underOpa(String file, byte[] bundle, List<RegoValue> asked) throws Exception {
        Files.write(folder.resolve(file), bundle);
        Path inputs = Files.writeString(folder.resolve("inputs.json"), "{\"inputs\": " + RegoArray.of(asked) + "}");
        return Opa.require()
                .eval(
                        List.of("-b", folder.resolve(file).toString(), "-d", inputs.toString()),
                        "[x | some asked in data.inputs; x := data.sallyport.decision with input as asked]");
    }

    private static Evaluable planned(OpaBundle bundle) {
        LoadedProgram loaded =
                Program.load(Objects.requireNonNull(bundle.plan()).getBytes(UTF_8));
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        return Objects.requireNonNull(((LoadedProgram.Ready) loaded).program().entrypoint(DECISION));
    }

    private static Evaluable module(OpaBundle bundle) {
        LoadedWasm loaded = ENGINE.load(bytes(Objects.requireNonNull(bundle.wasm())), StandardBuiltins.all());
        assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedWasm.Ready.class);
        return Objects.requireNonNull(((LoadedWasm.Ready) loaded).program().entrypoint(DECISION));
    }

    private static RegoValue answer(Evaluable document, OpaBundle bundle, RegoValue input) {
        Outcome outcome = document.evaluate(input, bundle.data(), Limits.DEFAULT.strict(), CLOCK);
        assertThat(outcome).isInstanceOf(Outcome.Defined.class);
        return RegoJson.valueOf(RegoJson.write(((Outcome.Defined) outcome).value()));
    }

    private static RegoValue ofOracle(OpaPolicy oracle, RegoValue input) {
        RegoArray results = (RegoArray) RegoJson.valueOf(oracle.evaluate(RegoJson.write(input)));
        return Objects.requireNonNull(((RegoObject) results.get(0)).get("result"));
    }

    private static List<String> reasons(List<RegoValue> decisions) {
        return decisions.stream()
                .map(decision -> ((RegoString) Objects.requireNonNull(((RegoObject) decision).get("reason"))).text())
                .toList();
    }

    private static byte[] written(BundleTarget target) {
        return WRITTEN.computeIfAbsent(target, form -> made(COMPILER, GUARDRAILS, form));
    }

    private static byte[] made(PolicyCompiler compiler, Map<String, String> guardrails, BundleTarget target) {
        var documents = SandboxDocuments.builder().lease(LEASE).rego(SANDBOX).build();
        SandboxPolicy policy = ready(compiler.sandbox(documents, "sb-1", null, PlanStore.NONE));
        AuthoredRego team = ready(compiler.guardrails(guardrails, LISTS, PlanStore.NONE));
        return ready(compiler.bundle(policy, team, guardrails, LISTS, SANDBOX, target, null));
    }

    private static OpaBundle read(byte[] bundle) {
        BundleRead read = BundleReader.read(bundle, BundleLimits.DEFAULTS, null);
        assertThat(read).as(read.toString()).isInstanceOf(BundleRead.Accepted.class);
        return ((BundleRead.Accepted) read).bundle();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static <T> T ready(Compilation<T> made) {
        assertThat(made).as(made.toString()).isInstanceOf(Compilation.Ready.class);
        return ((Compilation.Ready<T>) made).value();
    }

    private static List<RegoValue> inputs() {
        List<RegoValue> inputs = new ArrayList<>();
        for (String host : List.of("a.test", "b.test", "closed.test", "a.example")) {
            CanonicalHost to = Samples.canonicalHost(host);
            inputs.add(RequestInput.of(CanonicalRequest.connect(Scheme.HTTPS, to, 443), FACTS));
            for (String path : List.of("/r/1", "/r/1/2", "/x/y")) {
                for (Scheme scheme : List.of(Scheme.HTTP, Scheme.HTTPS)) {
                    CanonicalPath on = ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(path)).value();
                    int port = scheme == Scheme.HTTP ? 80 : 443;
                    var request = CanonicalRequest.http(scheme, to, port, "GET", on, CanonicalQuery.NONE);
                    inputs.add(RequestInput.of(request, FACTS));
                }
            }
        }
        return inputs.stream().map(input -> RegoJson.valueOf(input.toString())).toList();
    }
}
