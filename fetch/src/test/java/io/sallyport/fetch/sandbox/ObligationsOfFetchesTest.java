package io.sallyport.fetch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.rates.RateBounds;
import io.sallyport.decision.rates.RateKey;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.file.ClientCertificates;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.file.FileUrl;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a policy attaches to a fetch that it allows. */
class ObligationsOfFetchesTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final String PIN = "#sha256=" + "0".repeat(64);
    private static final String URL = "https://github.com/acme/skills/tree/main/rust" + PIN;
    private static final String TOKEN = "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"; // the public example of the format

    static Stream<Obligations> unmet() {
        return Stream.of(
                new Obligations(false, Set.of(), "slow", Set.of()),
                new Obligations(false, Set.of("github"), null, Set.of()));
    }

    @ParameterizedTest
    @MethodSource("unmet")
    void whatCannotBeMetIsRefusedOfSkillsAndFilesAlike(Obligations obligations) {
        Sandbox sandbox = sandbox(obligations);
        assertThat(ofSkill(sandbox)).isEqualTo(Verdict.refuse(ReasonCode.UNKNOWN_OBLIGATION));
        assertThat(ofFile(sandbox)).isInstanceOf(FilePolicy.Turned.class);
    }

    @Test
    void whatIsMetAnywayIsNone() {
        Sandbox sandbox = sandbox(new Obligations(true, Set.of(), null, Set.of("authorization")));
        assertThat(ofSkill(sandbox)).isEqualTo(Verdict.PASS);
        assertThat(ofFile(sandbox)).isInstanceOf(FilePolicy.Admitted.class);
    }

    @Test
    void overARateSkillsAndFilesAreToldItsNameAndWhenToAskAgain() {
        var rate = new NamedRate("slow", 60, Duration.ofMinutes(1), 2, List.of(new RateKey.ByHost()));
        var rates = new NamedRates(List.of(rate), RateBounds.DEFAULT, () -> 0L);
        Sandbox sandbox = sandbox(new Obligations(false, Set.of(), "slow", Set.of()), rates);
        assertThat(ofSkill(sandbox)).isEqualTo(Verdict.PASS);
        assertThat(ofFile(sandbox)).isInstanceOf(FilePolicy.Admitted.class);
        assertThat(ofSkill(sandbox)).isInstanceOfSatisfying(Verdict.Refuse.class, why -> {
            FetchRefusal refused = FetchRefusal.by(why);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.rule()).isEqualTo("rate:slow");
            assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(1));
            assertThat(ofFile(sandbox)).isEqualTo(new FilePolicy.Turned(refused));
        });
    }

    @Test
    void aTokenInTheUrlIsRefusedAsAtTheProxyWhereTheSettingSaysSo() {
        Sandbox sandbox = sandbox(Obligations.NONE);
        UrlSearch enforce = new FindingPolicy(FindingMode.ENFORCE, false, RequestSearch.forms()).inUrls();
        String url = "https://github.com/acme/skills/tree/main/" + TOKEN + PIN;
        assertThat(ofSkill(sandbox, enforce, url)).isInstanceOfSatisfying(Verdict.Refuse.class, why -> {
            assertThat(why.reason()).isEqualTo(ReasonCode.SECRET_FOUND);
            assertThat(FetchRefusal.by(why).text()).isEqualTo("denied by policy: github-token in the path");
        });
        assertThat(ofFile(sandbox, enforce, "https://files.test/x?key=" + TOKEN + PIN))
                .isInstanceOfSatisfying(
                        FilePolicy.Turned.class,
                        turned -> assertThat(turned.refused().reason()).isEqualTo(ReasonCode.SECRET_FOUND));
        assertThat(ofSkill(sandbox, enforce, URL)).isEqualTo(Verdict.PASS);
        UrlSearch report = new FindingPolicy(FindingMode.REPORT, false, RequestSearch.forms()).inUrls();
        assertThat(ofSkill(sandbox, report, url)).isEqualTo(Verdict.PASS);
    }

    private static Verdict ofSkill(Sandbox sandbox) {
        return ofSkill(sandbox, UrlSearch.OFF, URL);
    }

    private static Verdict ofSkill(Sandbox sandbox, UrlSearch findings, String text) {
        return SkillUrl.parse(text) instanceof SkillUrl.Accepted(var url)
                ? new PolicyOfSandbox(sandbox, findings).judge(url).verdict()
                : Verdict.refuse(ReasonCode.NOT_CANONICAL);
    }

    private static FilePolicy.Judged ofFile(Sandbox sandbox) {
        return ofFile(sandbox, UrlSearch.OFF, URL);
    }

    private static FilePolicy.Judged ofFile(Sandbox sandbox, UrlSearch findings, String text) {
        Allowlist none = new Allowlist(List.of(), Forges.PUBLIC);
        return FileUrl.parse(text) instanceof FileUrl.Accepted(var file)
                ? new FilesOfSandbox(sandbox, findings, ClientCertificates.NONE, true, none).judge(file.url())
                : new FilePolicy.Turned(FetchRefusal.NOT_HTTPS);
    }

    private static Sandbox sandbox(Obligations obligations) {
        return sandbox(obligations, NamedRates.NONE);
    }

    private static Sandbox sandbox(Obligations obligations, NamedRates rates) {
        var facts = new SandboxFacts(SB, null, Map.of(), Phase.EXECUTION);
        Decision allowed = new Decision.Allow(ReasonCode.GRANTED, "rule-1", Mode.ENFORCE, obligations);
        var snapshot = new PolicySnapshot(facts, 1, "", null, List.of(), _ -> allowed);
        var admission = new LiveAdmission(
                AdmissionLimits.BY_DEFAULT,
                InstantSource.system(),
                System::nanoTime,
                new Ledger().open(SB.text(), null),
                new BufferBudget(BufferLimits.fittedTo(0)).open(),
                rates);
        return new Sandbox(SB, new PolicyHolder(snapshot), admission);
    }
}
