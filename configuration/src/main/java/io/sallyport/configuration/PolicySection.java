package io.sallyport.configuration;

import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.leasebridge.network.UnseenPrograms;
import io.sallyport.model.Mode;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads {@code policy} and {@code decision}. */
final class PolicySection {
    private static final Form<RegoVersion> VERSION = Forms.words(RegoVersion.values(), RegoVersion::word);

    private static final Keys POLICY = new Keys("policy");
    private static final Key<Duration> COMPILE_TIMEOUT = POLICY.value(
            "compile_timeout",
            Form.DURATION,
            Duration.ofSeconds(10),
            "How long compiling one sandbox's Rego may take.");
    private static final Key<Duration> GUARDRAILS_COMPILE_TIMEOUT = POLICY.value(
            "guardrails_compile_timeout",
            Form.DURATION,
            Duration.ofSeconds(60),
            "How long compiling the guardrails may take.");
    private static final Key<ToBytecode> COMPILATION = POLICY.value(
            "compilation",
            Forms.words(ToBytecode.values(), value -> value.name().toLowerCase(Locale.ROOT)),
            ToBytecode.WHEN_USED,
            "When policies become JVM bytecode.");
    private static final Key<RegoVersion> REGO_VERSION = POLICY.value(
            "rego_version",
            VERSION,
            RegoVersion.V1,
            "What the Rego of sandboxes is written in; `v0` is Rego before OPA 1.0.");
    private static final Key<RegoVersion> GUARDRAILS_REGO_VERSION = POLICY.value(
            "guardrails_rego_version",
            VERSION,
            RegoVersion.V1,
            "What the guardrails are written in: folder, API or bundle.");
    private static final Key<Integer> MAX_STEPS = POLICY.value(
            "max_steps",
            Form.number(1000, 100_000_000),
            (int) Limits.DEFAULT.steps(),
            "Statements and units of work of one evaluation, about 10 ns each.");
    private static final Key<Integer> MAX_MEMORY = POLICY.value(
            "max_memory",
            Form.bytes(65_536, 1 << 30),
            (int) Limits.DEFAULT.memoryBytes(),
            "Memory that one evaluation may allocate.");
    private static final Key<Integer> MAX_DEPTH = POLICY.value(
            "max_depth",
            Form.number(50, Limits.MAX_DEPTH),
            Limits.DEFAULT.depth(),
            "Depth of blocks and calls in one evaluation.");
    private static final Key<Duration> WASM_TIMEOUT = POLICY.value(
            "wasm_timeout",
            Form.DURATION,
            WasmLimits.DEFAULT.time(),
            "How long one evaluation of guardrails that are WebAssembly may take.");
    private static final Key<Integer> WASM_MEMORY = POLICY.value(
            "wasm_memory",
            Form.bytes(1 << 20, 1 << 30),
            WasmLimits.DEFAULT.memoryBytes(),
            "Memory of one instance of such guardrails.");
    private static final Key<Integer> WASM_INSTANCES = POLICY.value(
            "wasm_instances",
            Form.number(1, 1000),
            WasmLimits.DEFAULT.instances(),
            "Evaluations of such guardrails at once; one more fails.");

    private static final Key<PolicyDialect> DIALECT = POLICY.value(
            "dialect",
            Form.words(dialects()),
            PolicyDialect.STRICT,
            "How network policies are read; `openshell` turns on all of `policy.switches`.");
    private static final Key<PolicySwitch> SWITCHES = POLICY.list(
            "switches",
            Forms.words(PolicySwitch.values(), PolicySwitch::word),
            "none",
            "Points in which network policies are read as OpenShell reads them.");

    private static final Key<PolicyDialect> ALLOW_DIALECTS = POLICY.list(
            "allow_dialects",
            Form.words(dialects()),
            "none",
            "Dialects beside `policy.dialect` for which the PUT of a sandbox may ask by its `dialect`.");

    private static final Key<UnseenPrograms> BINARIES = POLICY.value(
            "binaries",
            Forms.words(UnseenPrograms.values(), UnseenPrograms::word),
            UnseenPrograms.IGNORE,
            "What `binaries` of network policies mean, since the gateway does not see which program calls: `ignore` "
                    + "holds a rule for every program, with a warning; `require` refuses the document.");

    private static final Key<Integer> PAST_BYTES = POLICY.value(
            "past_bytes",
            Form.bytes(0, 1 << 30),
            64 << 20,
            "Policies no longer in force that the state keeps to explain records; the oldest are deleted. 0: none.");

    private static final Keys DECISION = new Keys("decision");
    private static final Key<Integer> CACHE_BYTES = DECISION.value(
            "cache_bytes", Form.bytes(0, 64 << 20), 65_536, "Memory for remembered decisions of each sandbox.");

    private PolicySection() {}

    static List<Keys> keys() {
        return List.of(POLICY, DECISION);
    }

    static Config.Policy read(Section policy, Section decision) {
        var read = new Config.Policy(
                policy.read(COMPILE_TIMEOUT),
                policy.read(GUARDRAILS_COMPILE_TIMEOUT),
                policy.read(COMPILATION),
                new Limits(
                        policy.read(MAX_STEPS),
                        policy.read(MAX_MEMORY),
                        policy.read(MAX_DEPTH),
                        Limits.DEFAULT.strictErrors()),
                modules(policy),
                decision.read(CACHE_BYTES),
                policy.read(REGO_VERSION),
                policy.read(GUARDRAILS_REGO_VERSION),
                policy.read(DIALECT).with(Set.copyOf(policy.list(SWITCHES))),
                policy.list(ALLOW_DIALECTS).stream().map(PolicyDialect::word).collect(Collectors.toUnmodifiableSet()),
                Mode.ENFORCE,
                policy.read(BINARIES),
                policy.read(PAST_BYTES));
        policy.end();
        decision.end();
        return read;
    }

    private static SequencedMap<String, PolicyDialect> dialects() {
        SequencedMap<String, PolicyDialect> words = new LinkedHashMap<>();
        List.of(PolicyDialect.STRICT, PolicyDialect.OPENSHELL).forEach(dialect -> words.put(dialect.word(), dialect));
        return words;
    }

    private static WasmLimits modules(Section policy) {
        return new WasmLimits(
                WasmLimits.DEFAULT.moduleBytes(),
                policy.read(WASM_MEMORY),
                WasmLimits.DEFAULT.resultBytes(),
                policy.read(WASM_TIMEOUT),
                policy.read(WASM_INSTANCES));
    }
}
