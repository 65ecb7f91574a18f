package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.Judge;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.Sitting;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.PathCase;
import io.sallyport.model.Phase;
import io.sallyport.model.RateLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Ruling;
import io.sallyport.model.SandboxId;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Limits;
import io.sallyport.regoengine.eval.ToBytecode;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the guard answers on behalf of skills, over manifests as they are written and a lease that grants everything. */
class SkillGuardTest {
    private static final SkillCompiler COMPILER = new SkillCompiler(
            Limits.DEFAULT, EvalClock.of(InstantSource.system(), new SecureRandom()), ToBytecode.NEVER, PathCase.EXACT);

    private static final String RUST = """
            id: rust
            version: "1.2"
            status: enabled
            directory: /skills/rust
            work_directory: /ws
            permissions:
              net:
                allow_domains:
                  - api.github.com
                  - "*.crates.io"
                  - "**.docs.rs"
                  - http://plain.test:8080/a/**
                  - {host: socket.test, schemes: [wss], paths: ["/live"]}
                  - {host: both.test, schemes: [https, ws], methods: []}
                  - {host: verbs.test, methods: [GET, HEAD]}
                  - tcp://db.test:5432
                  - 203.0.113.7
              fs: {read: true, write: true, execute_paths: ["/skills/rust/bin/*"]}
              tools: [web.*]
              models: [gpt-4*]
            commands: {build: build.py, gone: gone.py}
            timeout_ms: 1500
            max_bytes: 4096
            """;

    private final AtomicLong nanos = new AtomicLong();
    private final SkillRegistry registry = new SkillRegistry();

    private static Skill skill(String text) {
        return switch (COMPILER.skill("skill.yaml", text)) {
            case Compilation.Ready<Skill>(var skill, var _) -> skill;
            case Compilation.Refused<Skill>(var diagnostics) -> throw new AssertionError(diagnostics);
            case Compilation.Unavailable<Skill>(var why) -> throw new AssertionError(why);
        };
    }

    private static SkillSet set(String... manifests) {
        var skills = new HashMap<String, Skill>();
        for (String manifest : manifests) {
            Skill skill = skill(manifest);
            skills.put(skill.id(), skill);
        }
        return new SkillSet(skills, "d");
    }

    private void load(String... manifests) {
        registry.replace(set(manifests));
    }

    /** Grants whatever is asked, as a wide lease does. */
    private static final Judge EVERYTHING = new Judge() {
        private static final Decision GRANTED =
                new Decision.Allow(ReasonCode.GRANTED, "lease", Mode.ENFORCE, Obligations.NONE);

        @Override
        public Decision decide(CanonicalRequest request) {
            return GRANTED;
        }

        @Override
        public Judgement judge(CanonicalAction action) {
            return new Judgement(GRANTED, true, true, null);
        }
    };

    private static final Judge NOTHING = new Judge() {
        @Override
        public Decision decide(CanonicalRequest request) {
            return Decision.Deny.of(ReasonCode.NO_GRANT);
        }

        @Override
        public Judgement judge(CanonicalAction action) {
            return new Judgement(Decision.Deny.of(ReasonCode.NO_GRANT), true, true, null);
        }
    };

    private Sandbox sandbox(String id, Phase phase, Judge lease, @Nullable Sandbox parent) {
        var facts = new SandboxFacts(new SandboxId(id), "run-1", Map.of(), phase);
        var snapshot = new PolicySnapshot(facts, 1, "00", null, List.of(), lease);
        var admission = new LiveAdmission(
                AdmissionLimits.BY_DEFAULT, InstantSource.system(), nanos::get, new Ledger().open(id, null));
        return new Sandbox(new SandboxId(id), new PolicyHolder(snapshot), admission, parent);
    }

    private Sandbox executing() {
        return sandbox("sb", Phase.EXECUTION, EVERYTHING, null);
    }

    private Guard guard(CheckSettings settings) {
        return new Guard(ClosedPaths.of(ClosedPaths.BY_DEFAULT), registry, settings);
    }

    private GuardDesk desk(Guard guard) {
        return new GuardDesk(guard, () -> "id", InstantSource.system(), nanos::get);
    }

    private final GuardDesk desk = desk(guard(CheckSettings.BY_DEFAULT));

    private static Ruling ask(GuardDesk desk, Sandbox sandbox, String question) {
        var sitting = (Sitting) desk.read(sandbox, question.getBytes(StandardCharsets.UTF_8));
        return sitting.next();
    }

    private String reason(Sandbox sandbox, String skill, String question) {
        String whole = "{\"skill_id\":\"" + skill + "\"," + question.substring(1);
        return ask(desk, sandbox, whole).decision().reason().word();
    }

    private String rust(String question) {
        load(RUST);
        return reason(executing(), "rust", question);
    }

    private static String domain(String name) {
        return "{\"net\":{\"domain\":\"" + name + "\"}}";
    }

    private static String url(String url) {
        return "{\"net\":{\"url\":\"" + url + "\"}}";
    }

    private static String file(String operation, String path) {
        return "{\"operation\":\"" + operation + "\",\"fs\":{\"path\":\"" + path + "\"}}";
    }

    @Test
    void planningBlocksBeforeAnythingIsSaidOfSkills() {
        load(RUST);
        Sandbox planning = sandbox("sb", Phase.PLANNING, EVERYTHING, null);
        assertThat(reason(planning, "rust", "{\"tool\":\"web.search\"}")).isEqualTo("phase_violation");
        assertThat(reason(planning, "unknown", "{\"tool\":\"web.search\"}")).isEqualTo("phase_violation");
    }

    @Test
    void executionWithADisabledSkillFails() {
        load(RUST.replace("status: enabled", "status: disabled"));
        assertThat(reason(executing(), "rust", "{\"tool\":\"web.search\"}")).isEqualTo("skill_not_enabled");
    }

    @Test
    void aPhaseGoesForthAndBack() {
        load(RUST);
        Sandbox sandbox = executing();
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.search\"}")).isEqualTo("granted");
        phase(sandbox, Phase.PLANNING, 2);
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.search\"}")).isEqualTo("phase_violation");
        phase(sandbox, Phase.EXECUTION, 3);
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.search\"}")).isEqualTo("granted");
    }

    private static void phase(Sandbox sandbox, Phase phase, long generation) {
        var facts = new SandboxFacts(sandbox.id(), "run-1", Map.of(), phase);
        sandbox.policy().advanceTo(new PolicySnapshot(facts, generation, "00", null, List.of(), EVERYTHING));
    }

    @Test
    void anAllowedDomainPassesAndAnotherFails() {
        assertThat(rust(domain("api.github.com"))).isEqualTo("granted");
        assertThat(rust(domain("gist.github.com"))).isEqualTo("domain_not_allowed");
    }

    @Test
    void noNetworkPermissionFails() {
        load("{id: rust, status: enabled}");
        assertThat(reason(executing(), "rust", domain("api.github.com"))).isEqualTo("net_not_declared");
        load("{id: rust, status: enabled, permissions: {net: {allow_domains: []}}}");
        assertThat(reason(executing(), "rust", domain("api.github.com"))).isEqualTo("domain_not_allowed");
    }

    @Test
    void caseAndTrailingDotOfADomainChangeNothing() {
        assertThat(rust(domain("API.GitHub.COM."))).isEqualTo("granted");
        assertThat(rust(domain(" "))).isEqualTo("empty_domain");
    }

    @Test
    void oneStarIsOneLabelTwoAreMoreAndNeitherIsTheApex() {
        assertThat(rust(domain("static.crates.io"))).isEqualTo("granted");
        assertThat(rust(domain("a.static.crates.io"))).isEqualTo("domain_not_allowed");
        assertThat(rust(domain("crates.io"))).isEqualTo("domain_not_allowed");
        assertThat(rust(domain("notcrates.io"))).isEqualTo("domain_not_allowed");
        assertThat(rust(domain("a.b.docs.rs"))).isEqualTo("granted");
        assertThat(rust(domain("docs.rs"))).isEqualTo("domain_not_allowed");
    }

    @Test
    void anAddressMatchesOnlyALiteralEntry() {
        assertThat(rust(url("https://203.0.113.7/"))).isEqualTo("granted");
        assertThat(rust(url("https://203.0.113.8/"))).isEqualTo("domain_not_allowed");
    }

    @Test
    void portAndSchemeAreThoseThatAreWritten() {
        assertThat(rust(url("https://api.github.com/a"))).isEqualTo("granted");
        assertThat(rust(url("https://api.github.com:8443/a"))).isEqualTo("port_not_allowed");
        assertThat(rust(url("http://api.github.com/a"))).isEqualTo("scheme_not_allowed");
        assertThat(rust(url("http://plain.test:8080/a/b"))).isEqualTo("granted");
        assertThat(rust(url("http://plain.test:8080/b"))).isEqualTo("path_not_allowed");
        assertThat(rust(url("https://plain.test:8080/a/b"))).isEqualTo("scheme_not_allowed");
        assertThat(rust("{\"net\":{\"scheme\":\"tcp\",\"host\":\"db.test\",\"port\":5432}}"))
                .isEqualTo("granted");
        assertThat(rust("{\"net\":{\"scheme\":\"tcp\",\"host\":\"db.test\",\"port\":22}}"))
                .isEqualTo("port_not_allowed");
        assertThat(rust(domain("db.test"))).isEqualTo("scheme_not_allowed");
        assertThat(rust("{\"net\":{\"url\":\"https://verbs.test/\",\"method\":\"POST\"}}"))
                .isEqualTo("method_not_allowed");
    }

    @Test
    void aWebSocketIsNotTheRequestThatOpensIt() {
        assertThat(rust(url("wss://socket.test/live"))).isEqualTo("granted");
        assertThat(rust(url("wss://socket.test/other"))).isEqualTo("path_not_allowed");
        assertThat(rust(url("https://socket.test/live"))).isEqualTo("scheme_not_allowed");
        assertThat(rust(url("ws://socket.test/live"))).isEqualTo("scheme_not_allowed");
        assertThat(rust(url("wss://api.github.com/"))).isEqualTo("scheme_not_allowed");
        assertThat(rust(url("ws://both.test/x"))).isEqualTo("granted");
        assertThat(rust("{\"net\":{\"scheme\":\"wss\",\"host\":\"socket.test\",\"path\":\"/live\"}}"))
                .isEqualTo("granted");
        assertThat(rust("{\"net\":{\"scheme\":\"wss\",\"host\":\"socket.test\",\"method\":\"POST\"}}"))
                .isEqualTo("malformed_request");
    }

    @Test
    void readingIsAllowedWhereTheManifestSaysSoAndOnlyBelowItsFolders() {
        assertThat(rust(file("read", "/skills/rust/a"))).isEqualTo("granted");
        assertThat(rust(file("list", "/ws"))).isEqualTo("granted");
        assertThat(rust(file("read", "/etc/hosts"))).isEqualTo("path_not_allowed");
        assertThat(rust(file("read", "/wsx"))).isEqualTo("path_not_allowed");
        load("{id: rust, status: enabled, permissions: {fs: {read: false}}}");
        assertThat(reason(executing(), "rust", file("read", "/ws"))).isEqualTo("read_not_allowed");
        load("{id: rust, status: enabled}");
        assertThat(reason(executing(), "rust", file("read", "/ws"))).isEqualTo("fs_not_declared");
    }

    @Test
    void writingIsDeniedWhereTheManifestSaysNotAndAllowedWhereItDoes() {
        load("{id: rust, status: enabled, work_directory: /ws, permissions: {fs: {read: true, write: false}}}");
        for (String operation : List.of("write", "delete", "rename")) {
            assertThat(reason(executing(), "rust", file(operation, "/ws/a"))).isEqualTo("write_not_allowed");
            assertThat(rust(file(operation, "/ws/a"))).isEqualTo("granted");
            load("{id: rust, status: enabled, work_directory: /ws, permissions: {fs: {read: true, write: false}}}");
        }
        assertThat(rust(file("write", "/skills/rust/a"))).as("its own code").isEqualTo("path_not_allowed");
    }

    @Test
    void namedPathsAreTheOnlyOnesAndNothingClimbsOutOfThem() {
        String manifest = """
                {id: rust, status: enabled, work_directory: /ws,
                 permissions: {fs: {read: true, read_paths: ["/data/*.csv", "/ws/in/**"]}}}""";
        load(manifest);
        Sandbox sandbox = executing();
        assertThat(reason(sandbox, "rust", file("read", "/data/a.csv"))).isEqualTo("granted");
        assertThat(reason(sandbox, "rust", file("read", "/data/b/a.csv"))).isEqualTo("path_not_allowed");
        assertThat(reason(sandbox, "rust", file("read", "/data/A.CSV"))).isEqualTo("path_not_allowed");
        assertThat(reason(sandbox, "rust", file("read", "/ws/in/x/y"))).isEqualTo("granted");
        assertThat(reason(sandbox, "rust", file("read", "/ws/out"))).isEqualTo("path_not_allowed");
        assertThat(reason(sandbox, "rust", file("read", "/ws/in/../../etc/passwd")))
                .isEqualTo("path_not_canonical");
        assertThat(reason(sandbox, "rust", file("read", "/ws/in/.ssh/id")))
                .as("closed")
                .isEqualTo("path_not_allowed");
        assertThat(reason(sandbox, "rust", "{\"operation\":\"read\",\"fs\":{\"path\":\"/ws/in/x\",\"resolved\":true}}"))
                .isEqualTo("granted");
        load(manifest.replace("[\"/data/*.csv\", \"/ws/in/**\"]", "[]"));
        assertThat(reason(sandbox, "rust", file("read", "/ws/in"))).isEqualTo("read_not_allowed");
    }

    @Test
    void whereTheFileSystemFoldsItsLettersPathsAreComparedSo() {
        var folding = new SkillCompiler(
                Limits.DEFAULT,
                EvalClock.of(InstantSource.system(), new SecureRandom()),
                ToBytecode.NEVER,
                PathCase.FOLDED);
        String manifest = "{id: rust, status: enabled, permissions: {fs: {read: true, read_paths: [/Ws/A*/**]}}}";
        if (!(folding.skill("s", manifest) instanceof Compilation.Ready<Skill>(Skill skill, var _))) {
            throw new AssertionError(manifest);
        }
        registry.replace(new SkillSet(Map.of("rust", skill), "d"));
        GuardDesk folded = desk(guard(new CheckSettings(Map.of(), RateLimits.NONE, false, PathCase.FOLDED)));
        Sandbox sandbox = executing();
        Ruling ruling = ask(folded, sandbox, file("read", "/wS/abc/X").replace("{\"op", "{\"skill_id\":\"rust\",\"op"));
        assertThat(ruling.isAllowed()).isTrue();
        assertThat(String.valueOf(ruling.inquiry()))
                .as("recorded as it was asked")
                .contains("/wS/abc/X");
        assertThat(ask(folded, sandbox, file("read", "/ws/b/x").replace("{\"op", "{\"skill_id\":\"rust\",\"op"))
                        .isAllowed())
                .isFalse();
    }

    @Test
    void executingNeedsAPathOfItsOwn() {
        assertThat(rust(file("execute", "/skills/rust/bin/run"))).isEqualTo("granted");
        assertThat(rust(file("execute", "/skills/rust/bin/a/run"))).isEqualTo("path_not_allowed");
        load("{id: rust, status: enabled, work_directory: /ws, permissions: {fs: {read: true}}}");
        assertThat(reason(executing(), "rust", file("execute", "/ws/a"))).isEqualTo("fs_not_declared");
        assertThat(ask(desk, executing(), file("execute", "/skills/rust/bin/run"))
                        .decision()
                        .reason())
                .as("nobody's skill")
                .isEqualTo(ReasonCode.FS_NOT_DECLARED);
    }

    @Test
    void toolsAndModelsAreThoseThatAreDeclaredAndNothingElseIs() {
        assertThat(rust("{\"tool\":\"web.search\"}")).isEqualTo("granted");
        assertThat(rust("{\"tool\":\"mail.send\"}")).isEqualTo("target_not_allowed");
        assertThat(rust("{\"model\":\"gpt-4o\"}")).isEqualTo("granted");
        assertThat(rust("{\"model\":\"o1\"}")).isEqualTo("target_not_allowed");
        assertThat(rust("{\"agent\":\"pdf\"}")).isEqualTo("capability_not_declared");
        assertThat(rust("{\"vendor\":{\"capability\":\"x-vendor.a.b\",\"target\":\"c\"}}"))
                .isEqualTo("capability_not_declared");
        load("{id: rust, status: enabled}");
        assertThat(reason(executing(), "rust", "{\"tool\":\"web.search\"}")).isEqualTo("capability_not_declared");
    }

    @Test
    void aMissingModuleAndAnUnknownCommandAreTold() {
        registry.replace(new SkillSet(Map.of("rust", skill(RUST).lacking(Set.of("gone.py"))), "d"));
        Sandbox sandbox = executing();
        Ruling missing = ask(desk, sandbox, "{\"skill_id\":\"rust\",\"command\":\"gone\",\"tool\":\"web.search\"}");
        assertThat(missing.decision().reason()).isEqualTo(ReasonCode.MODULE_NOT_FOUND);
        assertThat(missing.status()).isEqualTo(404);
        Ruling unknown = ask(desk, sandbox, "{\"skill_id\":\"rust\",\"command\":\"dance\",\"tool\":\"web.search\"}");
        assertThat(unknown.decision().reason()).isEqualTo(ReasonCode.COMMAND_NOT_FOUND);
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(reason(sandbox, "rust", "{\"command\":\"build\",\"tool\":\"web.search\"}"))
                .isEqualTo("granted");
        assertThat(reason(sandbox, "rust", "{\"command\":\"dance\",\"tool\":\"mail.send\"}"))
                .as("permission is asked first")
                .isEqualTo("target_not_allowed");
    }

    @Test
    void anAllowNamesWhatTheCallerMustKeepTo() {
        load(RUST);
        var sitting = (Sitting)
                desk.read(executing(), "{\"skill_id\":\"rust\",\"tool\":\"web.a\"}".getBytes(StandardCharsets.UTF_8));
        sitting.next();
        assertThat(new String(sitting.json(), StandardCharsets.UTF_8))
                .contains("\"timeout_ms\":1500", "\"max_bytes\":4096", "\"skill_id\":\"rust\"");
    }

    @Test
    void skillAndLeaseMustBothAllow() {
        load(RUST);
        Sandbox narrow = sandbox("sb", Phase.EXECUTION, NOTHING, null);
        assertThat(reason(narrow, "rust", "{\"tool\":\"web.search\"}")).isEqualTo("no_grant");
        assertThat(reason(narrow, "rust", "{\"tool\":\"mail.send\"}")).isEqualTo("target_not_allowed");
    }

    @Test
    void importedThenEnabledThenInvokedThenDisabled() {
        load(RUST.replace("status: enabled", "status: imported"));
        Sandbox sandbox = executing();
        SandboxSkills skills = sandbox.admission().skills();
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("skill_not_enabled");
        skills.replace(skills.state().turning("rust", true));
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("granted");
        skills.replace(skills.state().turning("rust", false));
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("skill_not_enabled");
        Sandbox other = sandbox("other", Phase.EXECUTION, EVERYTHING, null);
        other.admission().skills().replace(other.admission().skills().state().turning("rust", true));
        assertThat(reason(other, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("granted");
    }

    @Test
    void aRememberedAllowDiesOnDisablePhaseChangeAndReload() {
        load(RUST);
        Sandbox sandbox = executing();
        SandboxSkills skills = sandbox.admission().skills();
        String question = "{\"tool\":\"web.a\"}";
        assertThat(reason(sandbox, "rust", question)).isEqualTo("granted");
        skills.replace(skills.state().turning("rust", false));
        assertThat(reason(sandbox, "rust", question)).isEqualTo("skill_not_enabled");
        skills.replace(SandboxSkills.State.NONE);
        assertThat(reason(sandbox, "rust", question)).isEqualTo("granted");
        phase(sandbox, Phase.PLANNING, 2);
        assertThat(reason(sandbox, "rust", question)).isEqualTo("phase_violation");
        phase(sandbox, Phase.EXECUTION, 3);
        load(RUST.replace("tools: [web.*]", "tools: []"));
        assertThat(reason(sandbox, "rust", question)).isEqualTo("target_not_allowed");
        registry.replace(SkillSet.EMPTY);
        assertThat(reason(sandbox, "rust", question)).isEqualTo("skill_not_enabled");
    }

    @Test
    void whatWasPushedBindsBesideTheRegistry() {
        load(RUST);
        Sandbox sandbox = executing();
        SkillSet pushed = set(RUST.replace("tools: [web.*]", "tools: [web.search]"), "{id: go, status: enabled}");
        sandbox.admission().skills().replace(new SandboxSkills.State(pushed, Map.of()));
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.search\"}")).isEqualTo("granted");
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.other\"}")).isEqualTo("target_not_allowed");
        assertThat(reason(sandbox, "go", "{\"tool\":\"web.search\"}")).isEqualTo("skill_not_enabled");
        sandbox.admission().skills().replace(new SandboxSkills.State(SkillSet.EMPTY, Map.of()));
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.search\"}")).isEqualTo("skill_not_enabled");
    }

    @Test
    void whatIsTurnedOffAboveIsOffBelow() {
        load(RUST);
        Sandbox parent = sandbox("p", Phase.EXECUTION, EVERYTHING, null);
        Sandbox child = sandbox("c", Phase.EXECUTION, EVERYTHING, parent);
        assertThat(reason(child, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("granted");
        parent.admission().skills().replace(SandboxSkills.State.NONE.turning("rust", false));
        assertThat(reason(child, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("skill_not_enabled");
        SkillSet pushed = set(RUST.replace("tools: [web.*]", "tools: [web.b]"));
        parent.admission().skills().replace(new SandboxSkills.State(pushed, Map.of()));
        assertThat(reason(child, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("target_not_allowed");
        assertThat(reason(child, "rust", "{\"tool\":\"web.b\"}")).isEqualTo("granted");
    }

    @Test
    void withoutAnySkillsAClaimIsAClaim() {
        Sandbox sandbox = executing();
        assertThat(reason(sandbox, "whoever", "{\"tool\":\"any\"}")).isEqualTo("granted");
        assertThat(ask(desk, sandbox, "{\"tool\":\"any\"}").isAllowed()).isTrue();
        load(RUST);
        assertThat(reason(sandbox, "whoever", "{\"tool\":\"any\"}")).isEqualTo("skill_not_enabled");
        assertThat(ask(desk, sandbox, "{\"tool\":\"any\"}").isAllowed()).isTrue();
        GuardDesk strict = desk(guard(new CheckSettings(Map.of(), RateLimits.NONE, true)));
        Ruling unnamed = ask(strict, sandbox, "{\"tool\":\"any\"}");
        assertThat(unnamed.decision().reason()).isEqualTo(ReasonCode.SKILL_NOT_NAMED);
        assertThat(unnamed.decision().reason().code()).isEqualTo("SKILL_NOT_ENABLED");
    }

    @Test
    void ratesAreKeptAndADryRunCountsNothing() {
        load(RUST + "limits: {per_second: 2, per_minute: 3}\n");
        Sandbox sandbox = executing();
        String dry = "{\"dry_run\":true,\"tool\":\"web.a\"}";
        for (int i = 0; i < 10; i++) {
            assertThat(reason(sandbox, "rust", dry)).isEqualTo("granted");
        }
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("granted");
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("granted");
        Ruling limited = ask(desk, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"web.a\"}");
        assertThat(limited.status()).isEqualTo(429);
        assertThat(limited.retryAfterMillis()).isEqualTo(500);
        assertThat(reason(sandbox, "rust", dry))
                .as("what a real call would get")
                .isEqualTo("rate_limited");
        nanos.addAndGet(500_000_000L);
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.a\"}")).isEqualTo("granted");
        nanos.addAndGet(1_000_000_000L);
        Ruling minute = ask(desk, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"web.a\"}");
        assertThat(minute.retryAfterMillis()).isEqualTo(18_500);
        assertThat(ask(desk, sandbox, "{\"tool\":\"web.a\"}").isAllowed())
                .as("nobody's rate")
                .isTrue();
    }

    @Test
    void theSmallerRateWins() {
        load(RUST + "limits: {per_minute: 3, per_run: 5}\n");
        GuardDesk tight = desk(
                guard(new CheckSettings(Map.of("tool.call", new RateLimits(0, 4, 0)), new RateLimits(0, 1, 0), false)));
        Sandbox sandbox = executing();
        String skills = "{\"skill_id\":\"rust\",\"tool\":\"web.a\"}";
        assertThat(ask(tight, sandbox, skills).isAllowed()).isTrue();
        assertThat(ask(tight, sandbox, skills).status()).isEqualTo(429);
        for (int i = 0; i < 3; i++) {
            assertThat(ask(tight, sandbox, "{\"tool\":\"any\"}").isAllowed()).isTrue();
        }
        assertThat(ask(tight, sandbox, "{\"tool\":\"any\"}").decision().reason())
                .isEqualTo(ReasonCode.RATE_LIMITED);
        assertThat(ask(tight, sandbox, "{\"model\":\"any\"}").isAllowed())
                .as("of another capability")
                .isTrue();
    }

    @Test
    void probingIsBoundedByALargerBucketOfItsOwn() {
        load(RUST + "limits: {per_minute: 1}\n");
        Sandbox sandbox = executing();
        for (int i = 0; i < 10; i++) {
            assertThat(reason(sandbox, "rust", "{\"tool\":\"mail." + i + "\"}")).isEqualTo("target_not_allowed");
        }
        assertThat(reason(sandbox, "rust", "{\"tool\":\"mail.x\"}")).isEqualTo("rate_limited");
        assertThat(reason(sandbox, "rust", "{\"tool\":\"web.a\"}"))
                .as("what is allowed")
                .isEqualTo("granted");
        for (int i = 0; i < 600; i++) {
            assertThat(reason(sandbox, "made-up-" + i, "{\"tool\":\"a\"}")).isEqualTo("skill_not_enabled");
        }
        assertThat(reason(sandbox, "made-up", "{\"tool\":\"a\"}")).isEqualTo("rate_limited");
    }

    @Test
    void metricsHaveLabelsForKnownSkillsOnly() {
        load(RUST);
        Guard guard = guard(CheckSettings.BY_DEFAULT);
        GuardDesk counting = desk(guard);
        Sandbox sandbox = executing();
        ask(counting, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"web.a\"}");
        ask(counting, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"mail.a\"}");
        ask(counting, sandbox, "{\"skill_id\":\"made-up\",\"tool\":\"web.a\"}");
        ask(counting, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"web.a\",\"dry_run\":true}");
        ask(counting, sandbox, "{\"tool\":\"web.a\"}");
        assertThat(guard.metrics().decisions())
                .extractingFromEntries(
                        entry -> entry.getKey().skill() + " " + entry.getKey().code() + " " + entry.getValue())
                .containsExactly("other SKILL_NOT_ENABLED 1", "rust OK 1", "rust PERMISSION_DENIED 1");
        assertThat(guard.metrics().durations().count()).isEqualTo(3);
    }

    @Test
    void equalManifestsAreHeldOnce() {
        assertThat(skill(RUST)).isSameAs(skill(RUST));
    }
}
