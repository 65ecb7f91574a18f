package io.sallyport.policycompiler.author;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.decision.Author;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Sha256;
import io.sallyport.policycompiler.author.Compilation.Ready;
import io.sallyport.policycompiler.author.Compilation.Refused;
import io.sallyport.policycompiler.author.Compilation.Unavailable;
import io.sallyport.policycompiler.author.LongLoops.LongLoop;
import io.sallyport.policycompiler.bundle.Bundle;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.DataReference;
import io.sallyport.regoengine.compiler.PolicyChecks;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.plan.MarkedRules;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.value.RegoObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the Rego of one kind of author. Each text is compiled once, shared by all users of it, and stored in the
 * {@link PlanStore}. Safe for concurrent use; blocks while OPA compiles.
 */
public final class AuthorCompiler {
    /** The size of the caches. They hold weak references, so that a program goes when no policy uses it. */
    private static final int MAX_PROGRAMS = 1_000;

    /** The maximum length of a file name, in characters. */
    private static final int MAX_NAME = 80;

    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*\\.rego");

    /**
     * Part of every key. It changes with OPA and with the format of stored plans, so that plans of another version are
     * never found.
     */
    private static final String MAKE = "rego 7, OPA 1.22.2";

    private final RegoCompiler compiler;
    private final String packagePath;
    private final boolean imports;
    private final AuthorRules rules;
    private final PolicyChecks checks;
    private final Authoring authoring;
    private final ToBytecode toBytecode;
    private final Cache<String, Program> programs =
            Caffeine.newBuilder().weakValues().maximumSize(MAX_PROGRAMS).build();

    private final Cache<Program, Beside> besides =
            Caffeine.newBuilder().weakKeys().maximumSize(MAX_PROGRAMS).build();

    private record Known(Program program, Beside beside) {}

    /**
     * What is known beside the enforced program.
     *
     * @param reported the rules in report mode, or null
     * @param rules the names of deny rules that stand in the plan
     */
    private record Beside(@Nullable Program reported, List<String> rules, RegoNotes notes) {}

    /**
     * Creates a compiler for the package {@code root}.
     *
     * @param readable paths below {@code data} that may be read in addition to the package
     * @param imports whether it may import {@link ShippedPackage}s
     * @param toBytecode when its programs are compiled to bytecode
     */
    public AuthorCompiler(
            RegoCompiler compiler,
            List<String> root,
            List<List<String>> readable,
            boolean imports,
            Authoring authoring,
            ToBytecode toBytecode) {
        this.compiler = compiler;
        this.packagePath = String.join("/", root);
        this.imports = imports;
        this.rules = new AuthorRules(root, readable);
        this.checks = InputSchema.checksOf(root);
        this.authoring = authoring;
        this.toBytecode = toBytecode;
    }

    public RegoVersion version() {
        return authoring.version();
    }

    /**
     * Compiles {@code files} over {@code data}.
     *
     * @param rates what obligations may name
     * @param requester whose share of the compiler is used
     */
    public Compilation<AuthoredRego> compileFiles(
            Map<String, String> files, RegoObject data, ConfiguredNames rates, String requester, PlanStore store) {
        SortedMap<String, String> sources = new TreeMap<>(files);
        if (sources.isEmpty()) {
            return new Ready<>(AuthoredRego.NONE, List.of());
        }
        List<Diagnostic> badNames = badNames(sources);
        return badNames.isEmpty() ? compile(sources, data, rates, requester, store) : new Refused<>(badNames);
    }

    private Compilation<AuthoredRego> compile(
            SortedMap<String, String> sources,
            RegoObject data,
            ConfiguredNames rates,
            String requester,
            PlanStore store) {
        SortedMap<String, String> all = new TreeMap<>(sources);
        if (imports) {
            all.putAll(ShippedPackage.namedIn(sources.values()));
        }
        CompileRequest request = CompileRequest.of(all, List.of(packagePath + "/deny", packagePath + "/obligations"))
                .skippingMissing()
                .notStrict()
                .without(Builtins.ofChance())
                .checking(checks)
                .describedBy(authoring.schemas())
                .inVersion0(authoring.version() == RegoVersion.V0 ? sources.keySet() : Set.of());
        String bundle = Sha256.hexOfAll(MAKE, request.digest(), packagePath);
        Known known = known(bundle, store);
        if (known != null) {
            return ready(known, bundle, data, rates);
        }
        return switch (compiler.compile(request, requester, authoring.budget())
                .toCompletableFuture()
                .join()) {
            case CompileOutcome.Compiled compiled -> accept(compiled, sources, bundle, data, rates, store);
            case CompileOutcome.Refused refused -> new Refused<>(errors(refused, data));
            case CompileOutcome.Unavailable(var bound, String message) ->
                bound.isOfThePolicy()
                        ? new Refused<>(List.of(Diagnostic.error(
                                sources.firstKey(), 0, 0, DiagnosticCode.COMPILE_LIMIT, bound + ": " + message, null)))
                        : new Unavailable<>(message);
        };
    }

    private static List<Diagnostic> badNames(SortedMap<String, String> sources) {
        return sources.keySet().stream()
                .filter(name -> name.length() > MAX_NAME || !NAME.matcher(name).matches())
                .map(name -> Diagnostic.error(
                        "rego",
                        0,
                        0,
                        DiagnosticCode.FILE_NAME,
                        "a file name is not of the form NAME.rego",
                        "use letters, digits, '.', '_', '-', at most " + MAX_NAME + " of them"))
                .toList();
    }

    /**
     * Returns a program that is cached or stored, or null. The two caches evict independently; a program without its
     * notes does not count.
     */
    private @Nullable Known known(String bundle, PlanStore store) {
        Program program = programs.getIfPresent(bundle);
        Beside beside = program == null ? null : besides.getIfPresent(program);
        if (program != null && beside != null) {
            return new Known(program, beside);
        }
        byte[] kept = find(bundle, store);
        OpaBundle read = kept == null ? null : read(kept);
        ParsedPlan plan = read == null || read.plan() == null ? null : parse(read.plan());
        return read != null && plan != null && load(plan, bundle) instanceof Ready<AuthorPrograms>(var loaded, var _)
                ? remember(loaded, bundle, RegoNotes.kept(read.data()))
                : null;
    }

    private static @Nullable OpaBundle read(byte[] bundle) {
        return switch (BundleReader.read(bundle, BundleLimits.DEFAULTS, null)) {
            case BundleRead.Accepted(var read) -> read;
            case BundleRead.Rejected _ -> null;
        };
    }

    private Compilation<AuthoredRego> accept(
            CompileOutcome.Compiled compiled,
            SortedMap<String, String> sources,
            String bundle,
            RegoObject data,
            ConfiguredNames rates,
            PlanStore store) {
        List<Diagnostic> found = RegoDiagnostics.of(compiled.findings());
        List<Diagnostic> wrong = new ArrayList<>(rules.check(compiled.modules(), compiled.dataReferences()));
        found.stream().filter(Diagnostic::isError).forEach(wrong::add);
        List<DataReference> lists = rules.lists(compiled.modules(), compiled.dataReferences());
        wrong.addAll(RegoNotes.unknownLists(lists, data));
        ParsedPlan plan = parse(compiled.planJson());
        ObligationConstants constants = ObligationConstants.of(plan, packagePath);
        wrong.addAll(constants.unmet());
        if (!wrong.isEmpty()) {
            return new Refused<>(wrong);
        }
        return load(plan, sources.firstKey()).then(programs -> {
            RegoNotes notes = notes(compiled, plan, programs.parts(), found, lists, constants.rates());
            keep(bundle, sources, compiled.planJson(), notes, store);
            return ready(remember(programs, bundle, notes), bundle, data, rates);
        });
    }

    /** Returns all that is wrong with Rego that OPA refuses, whichever check finds it. */
    private List<Diagnostic> errors(CompileOutcome.Refused refused, RegoObject data) {
        List<Diagnostic> found = new ArrayList<>(RegoDiagnostics.of(refused));
        found.addAll(rules.check(refused.modules(), refused.dataReferences()));
        found.addAll(RegoNotes.unknownLists(rules.lists(refused.modules(), refused.dataReferences()), data));
        return found;
    }

    /** A rule in report mode that is a program of its own opens no tunnel, and closes none. */
    private static RegoNotes notes(
            CompileOutcome.Compiled compiled,
            ParsedPlan parsed,
            MarkedRules parts,
            List<Diagnostic> findings,
            List<DataReference> lists,
            List<RateReference> rates) {
        Annotations annotations = Annotations.of(compiled.modules());
        List<Diagnostic> warnings = new ArrayList<>(annotations.warnings());
        warnings.addAll(findings);
        warnings.removeIf(
                warning -> warning.has(DiagnosticCode.OPENS_TUNNELS) && parts.isMarked(warning.file(), warning.line()));
        warnings.addAll(ClosingNegations.of(parts.others()));
        warnings.removeIf(warning -> ShippedPackage.isFile(warning.file()));
        List<LongLoop> loops = parsed instanceof ParsedPlan.Accepted(var plan) ? LongLoops.of(plan) : List.of();
        return new RegoNotes(annotations.byRule(), warnings, lists, loops, rates);
    }

    private static ParsedPlan parse(String planJson) {
        return Plan.parse(planJson.getBytes(StandardCharsets.UTF_8));
    }

    private Compilation<AuthorPrograms> load(ParsedPlan parsed, String file) {
        return AuthorPrograms.load(parsed, packagePath + "/deny", file, toBytecode);
    }

    private Known remember(AuthorPrograms loaded, String bundle, RegoNotes notes) {
        Beside beside = new Beside(loaded.reported(), loaded.rules(), notes);
        programs.put(bundle, loaded.enforced());
        besides.put(loaded.enforced(), beside);
        return new Known(loaded.enforced(), beside);
    }

    private Compilation<AuthoredRego> ready(Known known, String bundle, RegoObject data, ConfiguredNames rates) {
        RegoNotes notes = known.beside().notes();
        List<Diagnostic> unknown = notes.unknownNames(data, rates);
        if (!unknown.isEmpty()) {
            return new Refused<>(unknown);
        }
        Program reported = known.beside().reported();
        Author author = new Author(
                known.program().entrypoint(packagePath + "/deny"),
                reported == null ? null : reported.entrypoint(packagePath + "/deny"),
                known.program().entrypoint(packagePath + "/obligations"),
                data,
                notes.annotations());
        return new Ready<>(
                new AuthoredRego(author, bundle, List.of(bundle), known.beside().rules()), notes.warnings(data));
    }

    private static byte @Nullable [] find(String bundle, PlanStore store) {
        try {
            return store.find(bundle);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void keep(
            String bundle, Map<String, String> sources, String plan, RegoNotes beside, PlanStore store) {
        Bundle kept =
                Bundle.of(bundle, beside.toKeep(), sources, Set.of()).withPlan(plan.getBytes(StandardCharsets.UTF_8));
        try {
            store.keep(bundle, kept.written());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
