package io.sallyport.policycompiler;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.decision.Author;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.RegoJudge;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.guard.DeclaredPermissions;
import io.sallyport.decision.guard.DeclaredPermissions.Narrowing;
import io.sallyport.decision.skills.Skill;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.skill.SkillManifest;
import io.sallyport.leasebridge.skill.SkillReader;
import io.sallyport.model.Grant;
import io.sallyport.model.PathCase;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.host.HostPattern;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compiles manifests to skills: each is indexed and evaluated like a lease, and compiled once per text, however many
 * sandboxes use it. Safe for concurrent use; never waits for OPA's compiler, since a manifest contains no Rego.
 */
public final class SkillCompiler {
    /** The maximum number of shared skills. They are weakly referenced and go when no sandbox uses them. */
    private static final int MAX_SHARED = 10_000;

    /** The size of the decision cache of each policy of a manifest, in bytes. */
    private static final DecisionCache REMEMBERED = new DecisionCache(16 << 10);

    /** A manifest means the same for every sandbox, so it never sees one. */
    private static final SandboxFacts NOBODY =
            new SandboxFacts(new SandboxId("skill"), null, Map.of(), Phase.EXECUTION);

    private final Limits limits;
    private final EvalClock clock;
    private final ToBytecode toBytecode;
    private final PathCase pathCase;
    private final Cache<String, Skill> shared =
            Caffeine.newBuilder().weakValues().maximumSize(MAX_SHARED).build();

    /**
     * @param limits of each evaluation
     * @param pathCase how file paths are compared; callers must compare the same way
     */
    public SkillCompiler(Limits limits, EvalClock clock, ToBytecode toBytecode, PathCase pathCase) {
        this.pathCase = pathCase;
        this.limits = limits;
        this.clock = clock;
        this.toBytecode = toBytecode;
    }

    /**
     * Compiles one manifest.
     *
     * @param file the name for diagnostics, such as {@code rust.yaml}
     */
    public Compilation<Skill> skill(String file, String text) {
        String digest = Sha256.hexOf(text);
        Skill known = shared.getIfPresent(digest);
        if (known != null) {
            return new Compilation.Ready<>(known, List.of());
        }
        return switch (SkillReader.read(file, text)) {
            case SkillReader.Refused(var diagnostics) -> new Compilation.Refused<>(diagnostics);
            case SkillReader.Read(var manifest, var warnings) ->
                new Compilation.Ready<>(shared.get(digest, _ -> made(manifest, digest)), warnings);
        };
    }

    private Skill made(SkillManifest manifest, String digest) {
        SkillManifest.Network network = manifest.network();
        List<Grant.Net> requests = network == null ? List.of() : network.requests();
        var declared = new DeclaredPermissions(
                snapshot(digest, requests, named(manifest)),
                network == null ? null : network(digest, network),
                manifest.files() == null ? null : files(digest, manifest.files()),
                manifest.tools() != null,
                manifest.models() != null);
        return new Skill(
                manifest.id(),
                manifest.version(),
                digest,
                manifest.status(),
                declared,
                manifest.commands(),
                Set.of(),
                manifest.limits());
    }

    private static List<Grant.Named> named(SkillManifest manifest) {
        List<Grant.Named> named = new ArrayList<>();
        SkillManifest.Files files = manifest.files();
        if (files != null) {
            named.addAll(files.reading());
            named.addAll(files.writing());
        }
        addAll(manifest.tools(), named);
        addAll(manifest.models(), named);
        return named;
    }

    private static void addAll(@Nullable List<Grant.Named> some, List<Grant.Named> into) {
        if (some != null) {
            into.addAll(some);
        }
    }

    private DeclaredPermissions.Files files(String digest, SkillManifest.Files files) {
        return new DeclaredPermissions.Files(
                !files.reading().isEmpty(),
                !files.writing().isEmpty(),
                files.executing().isEmpty() ? null : snapshot(digest, List.of(), files.executing()));
    }

    private DeclaredPermissions.Network network(String digest, SkillManifest.Network network) {
        List<Grant.Net> all = new ArrayList<>(network.requests());
        all.addAll(network.webSockets());
        return new DeclaredPermissions.Network(
                snapshot(digest, network.webSockets(), List.of()),
                narrowing(digest, all, Open.SCHEME),
                narrowings(digest, network.requests()),
                narrowings(digest, network.webSockets()));
    }

    /** The first part of a grant that is left unrestricted. */
    private enum Open {
        SCHEME,
        PORT,
        METHOD,
        PATH
    }

    private List<Narrowing> narrowings(String digest, List<Grant.Net> grants) {
        return List.of(
                new Narrowing(ReasonCode.SCHEME_NOT_ALLOWED, narrowing(digest, grants, Open.PORT)),
                new Narrowing(ReasonCode.PORT_NOT_ALLOWED, narrowing(digest, grants, Open.METHOD)),
                new Narrowing(ReasonCode.METHOD_NOT_ALLOWED, narrowing(digest, grants, Open.PATH)));
    }

    private Judge narrowing(String digest, List<Grant.Net> grants, Open from) {
        List<Grant.Net> opened =
                grants.stream().map(grant -> opened(grant, from)).distinct().toList();
        return judge(laidOut(digest, opened, List.of()));
    }

    private static Grant.Net opened(Grant.Net grant, Open from) {
        HostPattern host = grant.host();
        return new Grant.Net(
                grant.source(),
                grant.rule(),
                Set.of(RequestKind.CONNECT, RequestKind.HTTP),
                from == Open.SCHEME ? Set.of(Scheme.values()) : grant.schemes(),
                host,
                from.compareTo(Open.PORT) <= 0 ? Set.of() : grant.ports(),
                from.compareTo(Open.METHOD) <= 0 ? Set.of() : grant.methods(),
                PathPattern.ANY,
                null,
                grant.mode(),
                grant.text());
    }

    private SandboxGrants laidOut(String digest, List<Grant.Net> requests, List<Grant.Named> named) {
        List<Grant.Named> compared = named.stream().map(pathCase::of).toList();
        return new DocumentGrants(
                        digest,
                        requests,
                        compared,
                        List.of(),
                        new TreeMap<>(),
                        Set.of(GrantSide.LEASE),
                        null,
                        Map.of(),
                        RuntimeFetch.NONE,
                        List.of(),
                        PolicyDialect.STRICT,
                        false,
                        false)
                .layOut();
    }

    private Judge judge(SandboxGrants grants) {
        var programs =
                new RegoJudge.Programs(Library.decision(toBytecode), Author.SILENT, Author.SILENT, RegoArray.EMPTY);
        return new RegoJudge(programs, grants.index(), NOBODY, limits, clock);
    }

    private PolicySnapshot snapshot(String digest, List<Grant.Net> requests, List<Grant.Named> named) {
        SandboxGrants grants = laidOut(digest, requests, named);
        return new PolicySnapshot(
                NOBODY, 1, digest, GuardrailsVersion.NONE, null, grants.allowed(), judge(grants), REMEMBERED);
    }
}
