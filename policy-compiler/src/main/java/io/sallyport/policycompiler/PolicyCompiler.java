package io.sallyport.policycompiler;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.decision.Author;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.PolicyLayer;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.suggest.LeastLine;
import io.sallyport.model.Mode;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.policycompiler.author.AuthorCompiler;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.Compilation.Ready;
import io.sallyport.policycompiler.author.Compilation.Refused;
import io.sallyport.policycompiler.author.CompiledAuthor;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import io.sallyport.policycompiler.author.ConfiguredNames;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.author.ShippedPackage;
import io.sallyport.policycompiler.author.WrittenRules;
import io.sallyport.policycompiler.bundle.Bundle;
import io.sallyport.policycompiler.reach.Reach;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.ElementIndexes;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.wasm.WasmEngine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles documents to policies: grants become data, an author's Rego becomes a program that is compiled once per
 * text, and a snapshot combines them. Safe for concurrent use; methods block while OPA compiles.
 */
public final class PolicyCompiler {
    private static final List<String> GUARDRAILS = List.of("sallyport", "guardrails");
    private static final List<String> SANDBOX = List.of("sallyport", "sandbox");
    private static final List<String> LISTS = List.of("lists");

    /** The maximum number of shared grant indexes. They are weakly referenced and go when no sandbox uses them. */
    private static final int MAX_SHARED_GRANTS = 100_000;

    /** The limits of the security team's data. */
    private static final JsonLimits DATA = new JsonLimits(16 << 20, 64);

    private final DocumentRules rules;
    private final AuthorCompiler guardrails;
    private final AuthorCompiler sandboxes;
    private final WholePolicy whole;
    private final Function<DocumentGrants, SandboxGrants> layOut;
    private final ToBytecode toBytecode;
    private final Cache<String, SandboxGrants> shared =
            Caffeine.newBuilder().weakValues().maximumSize(MAX_SHARED_GRANTS).build();

    public PolicyCompiler(RegoCompiler compiler) {
        this(compiler, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED);
    }

    /**
     * Creates a compiler with separate settings for each kind of author.
     *
     * @param toBytecode when its programs, and the library, are compiled to bytecode
     */
    public PolicyCompiler(
            RegoCompiler compiler, Authoring forGuardrails, Authoring forSandboxes, ToBytecode toBytecode) {
        this(compiler, forGuardrails, forSandboxes, toBytecode, DocumentRules.BY_DEFAULT);
    }

    /** Creates a compiler with the operator's rules for documents. */
    public PolicyCompiler(
            RegoCompiler compiler,
            Authoring forGuardrails,
            Authoring forSandboxes,
            ToBytecode toBytecode,
            DocumentRules rules) {
        this(compiler, forGuardrails, forSandboxes, toBytecode, rules, DocumentGrants::layOut);
    }

    /** Creates a compiler with another way to build indexes. */
    PolicyCompiler(
            RegoCompiler compiler,
            Authoring forGuardrails,
            Authoring forSandboxes,
            ToBytecode toBytecode,
            DocumentRules rules,
            Function<DocumentGrants, SandboxGrants> layOut) {
        this.whole = new WholePolicy(compiler);
        this.rules = rules;
        this.layOut = layOut;
        this.toBytecode = toBytecode;
        guardrails = new AuthorCompiler(compiler, GUARDRAILS, List.of(LISTS), true, forGuardrails, toBytecode);
        sandboxes = new AuthorCompiler(compiler, SANDBOX, List.of(), false, forSandboxes, toBytecode);
    }

    /**
     * Compiles the security team's Rego.
     *
     * @param rego file name to text, package {@code sallyport.guardrails}
     * @param data JSON text of an object, read as {@code data.lists}, or null
     */
    public Compilation<AuthoredRego> guardrails(Map<String, String> rego, @Nullable String data, PlanStore store) {
        ParsedJson lists =
                data == null ? new ParsedJson.Accepted(RegoObject.growing().sealed()) : RegoJson.parse(data, DATA);
        return switch (lists) {
            case ParsedJson.Rejected(String why, int line, int column) ->
                new Refused<>(List.of(Diagnostic.error("data", line, column, DiagnosticCode.BAD_JSON, why, null)));
            case ParsedJson.Accepted(var value)
            when value instanceof RegoObject object -> overLists(rego, object, store);
            case ParsedJson.Accepted _ ->
                new Refused<>(List.of(
                        Diagnostic.error("data", 1, 1, DiagnosticCode.BAD_VALUE, "the data is no object", null)));
        };
    }

    private Compilation<AuthoredRego> overLists(Map<String, String> rego, RegoObject lists, PlanStore store) {
        EntryObject data =
                RegoObject.growing().put("lists", ElementIndexes.in(lists)).sealed();
        return guardrails
                .compileFiles(rego, data, rules.rates(), "guardrails", store)
                .map(made -> withData(made, lists));
    }

    private static AuthoredRego withData(AuthoredRego made, RegoObject lists) {
        return made.bundles().isEmpty()
                ? made
                : new AuthoredRego(
                        made.author(),
                        Sha256.hexOfAll("guardrails", made.digest(), lists.toString()),
                        made.bundles(),
                        made.rules());
    }

    /**
     * Compiles guardrails of which a bundle contains a compiled part.
     *
     * @param rego provides the documents that the compiled part does not; often empty
     * @param data as in {@link #guardrails(Map, String, PlanStore)}
     * @param engine runs modules; its creator closes it
     */
    public Compilation<AuthoredRego> guardrails(
            CompiledGuardrails compiled,
            Map<String, String> rego,
            @Nullable String data,
            WasmEngine engine,
            PlanStore store) {
        return guardrails(rego, data, store)
                .then(beside -> new CompiledAuthor(engine).author(compiled, beside, mounted(data)));
    }

    /** Returns the lists as data; they must have been checked to be an object. */
    private static EntryObject mounted(@Nullable String lists) {
        return RegoObject.growing()
                .put("lists", lists == null ? EntryObject.EMPTY : RegoJson.valueOf(lists))
                .sealed();
    }

    /**
     * Compiles the documents of one sandbox.
     *
     * @param requester whose share of the compiler is used: the sandbox's id
     * @param submitted when the documents were submitted, or null if they were accepted before, as at a restart
     */
    public Compilation<SandboxPolicy> sandbox(
            SandboxDocuments documents, String requester, @Nullable Instant submitted, PlanStore store) {
        return compiled(GrantReader.read(documents, rules, submitted), documents, requester, submitted, store);
    }

    /**
     * Compiles the documents of a workspace. Kinds of questions that no document speaks of are not bounded: a lease
     * speaks of requests and actions, a network policy of requests, a harness of fetches. The same holds of
     * credentials.
     *
     * @param requester whose share of the compiler is used
     * @param submitted when the documents were submitted, or null if they were accepted before, as at a restart
     */
    public Compilation<SandboxPolicy> workspace(
            SandboxDocuments documents, String requester, @Nullable Instant submitted, PlanStore store) {
        DocumentRules enforced = rules.withUngranted(Mode.ENFORCE);
        Compilation<DocumentGrants> read =
                GrantReader.read(documents, enforced, submitted).map(DocumentGrants::asCeiling);
        return compiled(read, documents, requester, submitted, store);
    }

    private Compilation<SandboxPolicy> compiled(
            Compilation<DocumentGrants> read,
            SandboxDocuments documents,
            String requester,
            @Nullable Instant submitted,
            PlanStore store) {
        // What was accepted stays so: without its rate, the requests that come to it are refused.
        ConfiguredNames rates = submitted == null ? ConfiguredNames.UNKNOWN : rules.rates();
        return read.map(this::held)
                .then(grants -> sandboxes
                        .compileFiles(documents.rego(), EntryObject.EMPTY, rates, requester, store)
                        .map(rego -> new SandboxPolicy(grants, rego, toBytecode, rules.rateNames())));
    }

    /**
     * Explains one decision of a policy that was compiled from these documents.
     *
     * @param headers of the question, if it is a request
     * @param snapshot {@code policy} with {@code guardrails}, in force
     * @param limits of each of the evaluations, of which there are many
     */
    public Explanation explain(
            SandboxDocuments documents,
            SandboxPolicy policy,
            AuthoredRego guardrails,
            PolicySnapshot snapshot,
            Question question,
            RequestHeaders headers,
            Limits limits,
            EvalClock clock) {
        DocumentGrants reading = readAgain(documents);
        var probe = new PolicyProbe(
                Library.decision(toBytecode),
                snapshot.facts(),
                headers,
                limits,
                clock,
                policy.rates(),
                reading.denied());
        return new Explainer(probe, reading, guardrails.author(), policy.rego().author())
                .explain(question, snapshot.judge(question, headers), snapshot.generation(), snapshot.digest());
    }

    /**
     * Returns each line of a sandbox's documents and Rego, and where it is written.
     *
     * @param documents those that {@code policy} was compiled from
     * @param plans keeps the compiled Rego
     */
    public List<EffectiveLine> lines(SandboxDocuments documents, SandboxPolicy policy, PlanStore plans) {
        var lines = new ArrayList<>(
                DocumentLines.of(documents, readAgain(documents)).all());
        lines.addAll(WrittenRules.of(policy.bundles(), PolicyLayer.INLINE, "sandbox", plans));
        return lines;
    }

    /**
     * Suggests the smallest grants that would permit {@code questions}.
     *
     * @param parent JSON text of the lease that a lease of these documents must stay within, or null
     * @param limits of each of the evaluations, of which there are many
     */
    public Suggestion suggest(
            SandboxDocuments documents,
            SandboxPolicy policy,
            AuthoredRego guardrails,
            SandboxFacts facts,
            Collection<? extends Question> questions,
            @Nullable String parent,
            Limits limits,
            EvalClock clock) {
        DocumentGrants reading = readAgain(documents);
        var probe = new PolicyProbe(
                Library.decision(toBytecode),
                facts,
                RequestHeaders.EMPTY,
                limits,
                clock,
                policy.rates(),
                reading.denied());
        Lease ceiling = parent == null ? null : lease(parent);
        return new Suggester(
                        probe,
                        reading,
                        guardrails.author(),
                        policy.rego().author(),
                        line -> parent == null || (ceiling != null && isWithin(line, ceiling)))
                .suggest(questions);
    }

    /** Computes which requests through the proxy the documents of a compiled policy let through, Rego aside. */
    public Reach reach(SandboxDocuments documents) {
        return readAgain(documents).reach();
    }

    private static boolean isWithin(LeastLine line, Lease parent) {
        String pattern = line.ofLease();
        Lease alone = pattern == null ? null : lease("{\"" + line.capability() + "\": [" + pattern + "]}");
        return alone != null && LeaseSubset.of(alone, parent) instanceof LeaseSubset.Within;
    }

    private static @Nullable Lease lease(String json) {
        return LeaseReader.read("lease", json, null, null) instanceof LeaseReader.Read read ? read.lease() : null;
    }

    private DocumentGrants readAgain(SandboxDocuments documents) {
        if (GrantReader.read(documents, rules, null) instanceof Ready<DocumentGrants>(DocumentGrants reading, var _)) {
            return reading;
        }
        throw new IllegalArgumentException("documents that no policy was made of");
    }

    /** Equal documents share one index as long as a sandbox uses it. */
    private SandboxGrants held(DocumentGrants reading) {
        return shared.get(reading.digest(), _ -> layOut.apply(reading));
    }

    /**
     * Returns the policy as one OPA bundle (tar.gz) that {@code opa eval -b} loads: library, index, the authors' Rego
     * and lists. Equal documents yield equal bytes.
     *
     * @param team the compiled {@code guardrails} and {@code lists}; no part may have been compiled elsewhere
     * @param lists the security team's data, JSON text of an object, or null
     * @param revision in the manifest; null for the digest of the grants
     */
    public Compilation<byte[]> bundle(
            SandboxPolicy policy,
            AuthoredRego team,
            Map<String, String> guardrails,
            @Nullable String lists,
            Map<String, String> sandbox,
            BundleTarget target,
            @Nullable String revision) {
        EntryObject data = RegoObject.growing()
                .put("sallyport", documents(policy, team))
                .put("lists", lists == null ? EntryObject.EMPTY : RegoJson.valueOf(lists))
                .sealed();
        Map<String, String> files = new TreeMap<>(Library.rego());
        files.putAll(ShippedPackage.namedIn(guardrails.values(), "sallyport/"));
        Set<String> v0 = new TreeSet<>();
        add("guardrails/", guardrails, this.guardrails.version(), files, v0);
        add("sandbox/", sandbox, sandboxes.version(), files, v0);
        return whole.written(
                Bundle.of(revision == null ? policy.grants().digest() : revision, data, files, v0), target);
    }

    private static RegoObject documents(SandboxPolicy policy, AuthoredRego team) {
        EntryObject documents =
                RegoObject.growing().put("index", policy.grants().index());
        RegoObject annotations = Author.annotations(team.author(), policy.rego().author());
        if (annotations.size() > 0) {
            documents.put("annotations", annotations);
        }
        if (policy.rates().size() > 0) {
            documents.put("rates", policy.rates());
        }
        return documents.sealed();
    }

    private static void add(
            String folder, Map<String, String> rego, RegoVersion version, Map<String, String> files, Set<String> v0) {
        rego.forEach((name, text) -> {
            files.put(folder + name, text);
            if (version == RegoVersion.V0) {
                v0.add(folder + name);
            }
        });
    }
}
