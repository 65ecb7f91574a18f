package io.sallyport.decision.guard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judge;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.model.secret.FindingKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class GuardTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private Instant now = NOON;
    private final InstantSource clock = () -> now;
    private final AtomicInteger ids = new AtomicInteger();
    private final GuardDesk desk = new GuardDesk(
            new Guard(ClosedPaths.of(List.of("/var/lib/gateway", "**/.ssh"))),
            () -> "id-" + ids.incrementAndGet(),
            clock,
            () -> 0L);

    /** Grants the actions on these targets, and counts how often it is asked. */
    private static final class Targets implements Judge {
        private final Set<String> granted;
        private int asked;

        private Targets(String... granted) {
            this.granted = Set.of(granted);
        }

        @Override
        public Decision decide(CanonicalRequest request) {
            return Decision.Deny.of(ReasonCode.NO_GRANT);
        }

        @Override
        public Judgement judge(CanonicalAction action, ActingIdentity identity) {
            asked++;
            Decision said = granted.contains(action.target())
                    ? new Decision.Allow(ReasonCode.GRANTED, "lease", Mode.ENFORCE, Obligations.NONE)
                    : Decision.Deny.of(ReasonCode.NO_GRANT);
            return new Judgement(said, true, true, null);
        }
    }

    private Sandbox sandbox(String id, @Nullable Sandbox parent, Phase phase, @Nullable Instant end, Judge judge) {
        var facts = new SandboxFacts(new SandboxId(id), null, Map.of(), phase);
        var snapshot = new PolicySnapshot(facts, 1, "00", end, List.of(), judge);
        var admission = new LiveAdmission(AdmissionLimits.BY_DEFAULT, clock, () -> 0L, new Ledger().open(id, null));
        return new Sandbox(new SandboxId(id), new PolicyHolder(snapshot), admission, parent);
    }

    private Sandbox executing(Judge judge) {
        return sandbox("sb", null, Phase.EXECUTION, null, judge);
    }

    private Ruling ask(Sandbox sandbox, String question) {
        var sitting =
                (QuestionBatch) desk.read(sandbox, IdentityKind.RUNNER, question.getBytes(StandardCharsets.UTF_8));
        return sitting.next();
    }

    private ReasonCode reason(Sandbox sandbox, String question) {
        return ask(sandbox, question).decision().reason();
    }

    @Test
    void aParentBindsByItsPolicyItsPhaseAndItsEnd() {
        Sandbox parent = sandbox("p", null, Phase.EXECUTION, null, new Targets("a"));
        Sandbox child = sandbox("c", parent, Phase.EXECUTION, null, new Targets("a", "b"));
        assertThat(reason(child, "{\"tool\":\"a\"}")).isEqualTo(ReasonCode.GRANTED);
        Ruling refused = ask(child, "{\"tool\":\"b\"}");
        assertThat(refused.decision().reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(refused.decision().rule()).isEqualTo("parent:p");
        Sandbox planning = sandbox("p2", null, Phase.PLANNING, null, new Targets("a"));
        assertThat(reason(sandbox("c", planning, Phase.EXECUTION, null, new Targets("a")), "{\"tool\":\"a\"}"))
                .isEqualTo(ReasonCode.PHASE_VIOLATION);
        parent.admission().revoke();
        assertThat(reason(child, "{\"tool\":\"a\"}")).isEqualTo(ReasonCode.LEASE_REVOKED);
    }

    @Test
    void aRememberedAllowEndsWithTheLease() {
        Targets judge = new Targets("a");
        Sandbox sandbox = sandbox("sb", null, Phase.EXECUTION, NOON.plusSeconds(60), judge);
        assertThat(reason(sandbox, "{\"tool\":\"a\"}")).isEqualTo(ReasonCode.GRANTED);
        assertThat(reason(sandbox, "{\"tool\":\"a\",\"dry_run\":true}")).isEqualTo(ReasonCode.GRANTED);
        assertThat(judge.asked).as("asked of the judge once").isEqualTo(1);
        now = NOON.plusSeconds(60);
        Ruling late = ask(sandbox, "{\"tool\":\"a\"}");
        assertThat(late.decision().reason()).isEqualTo(ReasonCode.LEASE_EXPIRED);
        assertThat(late.status()).isEqualTo(403);
    }

    /** By the search that the gateway has for its traffic. */
    @Test
    void aRequestIsSearchedForTheGatewaysOwnSecretsToo() {
        var search = new RequestSearch(
                List.of(new SoughtValue(FindingKind.SECRET, "own", "value-of-the-gateway".getBytes(UTF_8))), 1);
        List<String> found = new ArrayList<>();
        Judge judge = new Judge() {
            @Override
            public Decision decide(CanonicalRequest request) {
                return Decision.Deny.of(ReasonCode.NO_GRANT);
            }

            @Override
            public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
                SecretSearch searching = headers.secrets();
                found.addAll(
                        searching == null
                                ? List.of("nobody searches")
                                : searching.in(request, headers).stream()
                                        .map(Object::toString)
                                        .toList());
                return new Judgement(decide(request), false, false, null);
            }
        };
        Sandbox sandbox = executing(judge);
        String question = "{\"net\":{\"url\":\"https://a.test/?q=value-of-the-gateway\"}}";
        var sitting = (QuestionBatch) desk.searching(new FindingPolicy(FindingMode.OFF, false, search))
                .read(sandbox, IdentityKind.RUNNER, question.getBytes(UTF_8));
        assertThat(sitting.next().decision().reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(found).singleElement().asString().contains("own").doesNotContain("value-of");
    }

    @Test
    void aRequestWithATokenIsRefusedWhereTheSettingSaysSo() {
        Sandbox sandbox =
                executing(request -> new Decision.Allow(ReasonCode.GRANTED, "lease", Mode.ENFORCE, Obligations.NONE));
        String token = "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"; // the public example of the format
        String question = "{\"net\":{\"url\":\"https://a.test/" + token + "\"}}";
        for (FindingMode mode : FindingMode.values()) {
            var policy = new FindingPolicy(mode, false, RequestSearch.forms());
            Ruling ruling = ((QuestionBatch)
                            desk.searching(policy).read(sandbox, IdentityKind.RUNNER, question.getBytes(UTF_8)))
                    .next();
            assertThat(ruling.decision().reason())
                    .isEqualTo(mode == FindingMode.ENFORCE ? ReasonCode.SECRET_FOUND : ReasonCode.GRANTED);
            assertThat(ruling.found()).hasSize(mode == FindingMode.OFF ? 0 : 1);
        }
    }

    @Test
    void anotherSkillIsAnotherQuestion() {
        Targets judge = new Targets("a");
        Sandbox sandbox = executing(judge);
        assertThat(reason(sandbox, "{\"tool\":\"a\",\"skill_id\":\"one\"}")).isEqualTo(ReasonCode.GRANTED);
        assertThat(reason(sandbox, "{\"tool\":\"a\",\"skill_id\":\"two\"}")).isEqualTo(ReasonCode.GRANTED);
        assertThat(judge.asked).isEqualTo(2);
    }

    @Test
    void aSittingKeepsToThePoliciesItBeganUnder() {
        Sandbox sandbox = executing(new Targets("a"));
        var sitting = (QuestionBatch) desk.read(
                sandbox, IdentityKind.RUNNER, "[{\"tool\":\"a\"},{\"tool\":\"a\"}]".getBytes(StandardCharsets.UTF_8));
        assertThat(sitting.next().isAllowed()).isTrue();
        var facts = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.PLANNING);
        sandbox.policy().advanceTo(new PolicySnapshot(facts, 2, "01", null, List.of(), new Targets()));
        Ruling second = sitting.next();
        assertThat(second.isAllowed()).isTrue();
        assertThat(second.generation()).isEqualTo(1);
        assertThat(reason(sandbox, "{\"tool\":\"a\"}")).isEqualTo(ReasonCode.PHASE_VIOLATION);
    }

    @Test
    void closedPathsAreClosedInAnyCaseAtAnyDepthAndFromAbove() {
        Sandbox sandbox = executing(new Targets("/var/lib/gatewayx", "/var", "/", "/home/.sshd"));
        for (String path :
                List.of("/var/lib/gateway", "/VAR/lib/Gateway/x", "/.ssh", "/a/b/.SSH/id", "/var/./lib//gateway/")) {
            assertThat(reason(sandbox, file("read", path))).as(path).isEqualTo(ReasonCode.PATH_NOT_ALLOWED);
        }
        assertThat(reason(sandbox, file("read", "/var/lib/gatewayx"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(reason(sandbox, file("read", "/home/.sshd"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(reason(sandbox, file("list", "/var"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(reason(sandbox, file("delete", "/var"))).isEqualTo(ReasonCode.PATH_NOT_ALLOWED);
        assertThat(reason(sandbox, file("rename", "/"))).isEqualTo(ReasonCode.PATH_NOT_ALLOWED);
    }

    private static String file(String operation, String path) {
        return "{\"operation\":\"" + operation + "\",\"fs\":{\"path\":\"" + path + "\"}}";
    }

    @Test
    void aPathThatClosesNothingIsRefused() {
        for (String path : List.of("", "/", "a", "**/", "**", "/a\\b", "**/../a/..")) {
            assertThatThrownBy(() -> ClosedPaths.of(List.of(path)))
                    .as(path)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("guard.closed_paths: ");
        }
    }

    @Test
    void noBytesMakeTheReaderThrowOrAllow() {
        Sandbox sandbox = executing(new Targets("a"));
        Random random = new Random(20261122);
        byte[] good =
                "[{\"tool\":\"b\",\"args\":{\"x\":[1,2.5e3,null,\"\\u00e9\"]}},{\"net\":{\"url\":\"https://h/\"}}]"
                        .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = good.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            if (desk.read(sandbox, IdentityKind.RUNNER, bytes) instanceof QuestionBatch sitting) {
                while (!sitting.isOver()) {
                    Ruling ruling = sitting.next();
                    boolean grantable = new String(bytes, StandardCharsets.UTF_8).contains("\"a\"");
                    assertThat(ruling.isAllowed() && !grantable)
                            .as("change %d", i)
                            .isFalse();
                }
                assertThat(sitting.json()).isNotEmpty();
            }
        }
    }
}
