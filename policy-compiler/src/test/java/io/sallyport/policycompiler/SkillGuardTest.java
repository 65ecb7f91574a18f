package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.QuestionBatch;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.Phase;
import io.sallyport.model.RateLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Ruling;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The guard's answers on behalf of skills, with manifests as written and a lease that grants everything. */
class SkillGuardTest extends SkillDesk {
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
        var sitting = (QuestionBatch) desk.read(
                executing(),
                IdentityKind.RUNNER,
                "{\"skill_id\":\"rust\",\"tool\":\"web.a\"}".getBytes(StandardCharsets.UTF_8));
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
        var meters = new SimpleMeterRegistry();
        GuardDesk counting = desk(guard(CheckSettings.BY_DEFAULT, meters));
        Sandbox sandbox = executing();
        ask(counting, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"web.a\"}");
        ask(counting, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"mail.a\"}");
        ask(counting, sandbox, "{\"skill_id\":\"made-up\",\"tool\":\"web.a\"}");
        ask(counting, sandbox, "{\"skill_id\":\"rust\",\"tool\":\"web.a\",\"dry_run\":true}");
        ask(counting, sandbox, "{\"tool\":\"web.a\"}");
        assertThat(meters.find("sallyport.skill.decisions").counters())
                .extracting(
                        one -> one.getId().getTag("skill") + " " + one.getId().getTag("code") + " " + (int) one.count())
                .containsExactlyInAnyOrder("other SKILL_NOT_ENABLED 1", "rust OK 1", "rust PERMISSION_DENIED 1");
        assertThat(meters.get("sallyport.skill.decision").timer().count()).isEqualTo(3);
    }

    @Test
    void equalManifestsAreHeldOnce() {
        assertThat(skill(RUST)).isSameAs(skill(RUST));
    }
}
