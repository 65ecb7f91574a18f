package io.sallyport.fetch.url;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.leasebridge.harness.AllowlistEntry;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replays the corpus in every build; {@code JAZZER_FUZZ=1} looks for more. */
@Execution(ExecutionMode.CONCURRENT)
final class SkillUrlFuzzTest {
    private static final List<ForgeHost> FORGES =
            List.of(forge("github.com", ForgeKind.GITHUB), forge("gitlab.com", ForgeKind.GITLAB));
    private static final Allowlist ACME =
            new Allowlist(AllowlistEntry.all(List.of("https://github.com/acme/")), Forges.PUBLIC);

    private static ForgeHost forge(String host, ForgeKind kind) {
        if (CanonicalHost.parse(host) instanceof Parsed.Accepted(var canonical)) {
            return new ForgeHost(canonical, kind, true);
        }
        throw new IllegalStateException(host);
    }

    @FuzzTest(maxDuration = "30s")
    void urlsHaveOneFormAndLeadNowhereElse(byte[] bytes) {
        if (SkillUrl.parse(new String(bytes, StandardCharsets.UTF_8)) instanceof SkillUrl.Accepted(var url)) {
            String form = url.text() + "#sha256=" + url.sha256().hex();
            if (url.isPlain()) {
                assertThat(SkillUrl.parse(form)).isEqualTo(new SkillUrl.Accepted(url));
            }
            assertThat(url.path().segments()).doesNotContain(".", "..");
            if (SkillLocation.of(url, FORGES) instanceof SkillLocation.Found(var location)) {
                check(url, location);
            }
        }
    }

    /** What the allowlist compared is what the forge is asked for. */
    private static void check(SkillUrl url, SkillLocation location) {
        assertThat(location.project()).allMatch(name -> name.matches("[A-Za-z0-9._-]+") && !name.matches("\\.+"));
        assertThat(location.ref()).matches("[A-Za-z0-9_][A-Za-z0-9._-]*");
        assertThat(location.directory().segments()).isNotEmpty().noneMatch(name -> name.matches("\\.\\.?|"));
        assertThat(location.name()).matches("[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}");
        if (ACME.match(url) != null) {
            assertThat(location.forge().host().text()).isEqualTo("github.com");
            assertThat(location.project().getFirst()).isEqualToIgnoringCase("acme");
        }
    }
}
