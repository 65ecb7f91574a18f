package io.sallyport.bench;

import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.RequestInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.LeaseRules;
import io.sallyport.policycompiler.PolicyCompiler;
import io.sallyport.policycompiler.SandboxPolicy;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.wasm.WasmEngine;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Policies of many grants, read from profiles; the largest has as many grants as one sandbox may have. */
final class GrantSets {
    private static final SandboxFacts FACTS =
            new SandboxFacts(new SandboxId("bench"), "run-1", Map.of(), Phase.EXECUTION);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.system(), new Random(1));
    private static final String DENY = "sallyport/guardrails/deny";
    private static final int GRANTS_OF_A_PROFILE = 10_000;

    private final SandboxDocuments documents;
    private final int count;

    /** Creates {@code count} grants of one whole host each: {@code host-0.example.com} and so on. */
    GrantSets(int count) {
        Map<String, String> files = new HashMap<>();
        List<String> profiles = new ArrayList<>();
        for (int from = 0; from < count; from += GRANTS_OF_A_PROFILE) {
            String name = "hosts-" + from;
            profiles.add(name);
            files.put("profiles/" + name + ".yaml", profile(name, from, Math.min(count, from + GRANTS_OF_A_PROFILE)));
        }
        this.documents = SandboxDocuments.builder()
                .enclosed(new HarnessFiles(files, profiles, null))
                .build();
        this.count = count;
    }

    private static String profile(String name, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> "  - {host: host-%d.example.com, port: 443, access: full}\n".formatted(number))
                .collect(Collectors.joining("", "id: " + name + "\nendpoints:\n", ""));
    }

    /** Returns a judge that evaluates each request anew, with the shipped library as nodes or as bytecode. */
    Judge judge(ToBytecode when) {
        PolicySnapshot snapshot = snapshot(when);
        return request -> snapshot.judge(request, RequestHeaders.EMPTY).decision();
    }

    /** Returns a snapshot that caches its decisions. */
    PolicySnapshot snapshot() {
        return snapshot(ToBytecode.AT_LOAD);
    }

    /** Returns a snapshot under guardrails, file names to Rego. */
    PolicySnapshot snapshot(Map<String, String> guardrails) {
        try (RegoCompiler rego = rego()) {
            PolicyCompiler compiler = compiler(rego, ToBytecode.AT_LOAD);
            AuthoredRego authored = ready(compiler.guardrails(guardrails, null, PlanStore.NONE));
            return policy(compiler).under(authored, FACTS, 1, Limits.DEFAULT, CLOCK);
        }
    }

    /**
     * Returns a snapshot under guardrails that OPA compiled to WebAssembly.
     *
     * @param engine runs them; it is closed after the snapshot's last use
     */
    PolicySnapshot snapshot(Map<String, String> guardrails, WasmEngine engine) {
        try (RegoCompiler rego = rego()) {
            PolicyCompiler compiler = compiler(rego, ToBytecode.AT_LOAD);
            var module = new CompiledGuardrails(CompiledGuardrails.Kind.WASM, module(rego, guardrails), Set.of(DENY));
            AuthoredRego authored = ready(compiler.guardrails(module, Map.of(), null, engine, PlanStore.NONE));
            return policy(compiler).under(authored, FACTS, 1, Limits.DEFAULT, CLOCK);
        }
    }

    private static ByteBuffer module(RegoCompiler rego, Map<String, String> guardrails) {
        CompileRequest request = CompileRequest.of(guardrails, List.of(DENY)).asking(CompileRequest.Kind.MODULE);
        CompileOutcome outcome = rego.compile(request, "bench", CompileBudget.ofGuardrails())
                .toCompletableFuture()
                .join();
        if (outcome instanceof CompileOutcome.Compiled compiled) {
            return compiled.analysis().module();
        }
        throw new IllegalStateException(outcome.toString());
    }

    private PolicySnapshot snapshot(ToBytecode when) {
        try (RegoCompiler rego = rego()) {
            return policy(compiler(rego, when)).under(AuthoredRego.NONE, FACTS, 1, Limits.DEFAULT, CLOCK);
        }
    }

    /** Returns the same policy as a bundle that OPA loads. */
    byte[] bundle() {
        try (RegoCompiler rego = rego()) {
            PolicyCompiler compiler = compiler(rego, ToBytecode.NEVER);
            return ready(compiler.bundle(
                    policy(compiler), AuthoredRego.NONE, Map.of(), null, Map.of(), BundleTarget.REGO, null));
        }
    }

    private static RegoCompiler rego() {
        return new RegoCompiler(CompilerSettings.defaults(), System::nanoTime);
    }

    private static PolicyCompiler compiler(RegoCompiler rego, ToBytecode when) {
        var rules = new DocumentRules(
                LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT, NetworkRules.BY_DEFAULT.with(Integer.MAX_VALUE));
        return new PolicyCompiler(rego, Authoring.ofGuardrails(), Authoring.ofSandbox(), when, rules);
    }

    private SandboxPolicy policy(PolicyCompiler compiler) {
        return ready(compiler.sandbox(documents, "bench", null, PlanStore.NONE));
    }

    private static <T> T ready(Compilation<T> compiled) {
        if (compiled instanceof Compilation.Ready<T>(T made, var _)) {
            return made;
        }
        throw new IllegalStateException(compiled.toString());
    }

    /** Returns {@code howMany} requests for granted hosts, drawn with a fixed seed. */
    CanonicalRequest[] requests(int howMany) {
        Random random = new Random(42);
        CanonicalRequest[] requests = new CanonicalRequest[howMany];
        for (int i = 0; i < howMany; i++) {
            requests[i] = connect("host-" + random.nextInt(count) + ".example.com");
        }
        return requests;
    }

    /** Returns {@code requests} as a JSON array of input documents. */
    static String inputs(CanonicalRequest... requests) {
        List<String> documents = new ArrayList<>(requests.length);
        for (CanonicalRequest request : requests) {
            documents.add(RequestInput.of(request, FACTS).toString());
        }
        return "[" + String.join(",\n", documents) + "]";
    }

    /** Returns a GET of {@code /} at the first granted host, with a query. */
    static CanonicalRequest withQuery(String query) {
        return CanonicalRequest.http(
                Scheme.HTTPS, host("host-0.example.com"), 443, "GET", CanonicalPath.ROOT, CanonicalQuery.parse(query));
    }

    private static CanonicalRequest connect(String host) {
        return CanonicalRequest.connect(Scheme.HTTPS, host(host), 443);
    }

    private static CanonicalHost host(String host) {
        return switch (CanonicalHost.parse(host)) {
            case Parsed.Accepted(CanonicalHost canonical) -> canonical;
            case Parsed.Rejected(String why, int at) ->
                throw new IllegalStateException(host + " at " + at + ": " + why);
        };
    }
}
