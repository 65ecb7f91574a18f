package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.Sandbox;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.PathCase;
import io.sallyport.model.RateLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Ruling;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A skill may do what its manifest declares, and nothing else. */
class SkillPermissionsTest extends SkillDesk {
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
}
