package io.sallyport.fetch.url;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.leasebridge.harness.AllowlistEntry;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SkillUrlTest {
    private static final Forges AS_WRITTEN = new Forges(Set.of("github.com"), Set.of(), false);
    private static final String PIN = "#sha256=" + "aB".repeat(32);
    private static final String GOOD = "https://github.com/acme/skills/tree/main/skills/rust";
    private static final List<ForgeHost> FORGES = List.of(
            new ForgeHost(host("github.com"), ForgeKind.GITHUB, true),
            new ForgeHost(host("gitlab.com"), ForgeKind.GITLAB, false),
            new ForgeHost(host("git.corp.test"), ForgeKind.GITLAB, true));

    @Test
    void aPinnedUrlIsReadOnce() {
        SkillUrl url = url(GOOD + PIN);
        assertThat(url.text()).isEqualTo(GOOD);
        assertThat(url.sha256().hex()).isEqualTo("ab".repeat(32));
        assertThat(located(GOOD)).isInstanceOfSatisfying(SkillLocation.Found.class, found -> {
            assertThat(found.location().project()).containsExactly("acme", "skills");
            assertThat(found.location().ref()).isEqualTo("main");
            assertThat(found.location().directory().text()).isEqualTo("skills/rust");
            assertThat(found.location().name()).isEqualTo("rust");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://github.com/a/b/tree/main/x",
                "ftp://github.com/a",
                "github.com/a/b",
                "https://",
                "https:///a/b",
                "https://user@github.com/a/b/tree/main/x",
                "https://user:pw@github.com/a/b/tree/main/x",
                "https://github.com/a/b/tree/main/x y",
                "https://github.com/a/b/tree/main/x\ty",
                "https://github.com/a\\b/tree/main/x",
                "https://github.com\\@evil.test/a/b",
                "https://github.com/a/b\u0000",
                "https://github.com/a/b\u00a0",
                "https://git hub.com/a/b"
            })
    void whatIsNoHttpsUrlIsRefusedFirst(String text) {
        assertThat(SkillUrl.parse(text)).isEqualTo(new SkillUrl.Rejected(FetchRefusal.NOT_HTTPS));
        assertThat(SkillUrl.parse(text + PIN)).isEqualTo(new SkillUrl.Rejected(FetchRefusal.NOT_HTTPS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#",
                "#sha256=",
                "#sha256=abc",
                "#sha512=" + "00000000000000000000000000000000000000000000000000000000000000000",
                "#SHA256=0000000000000000000000000000000000000000000000000000000000000000",
                "#sha256=0000000000000000000000000000000000000000000000000000000000000000#",
                "#sha256=00000000000000000000000000000000000000000000000000000000000000000",
                "#sha256=000000000000000000000000000000000000000000000000000000000000000g",
                "#sha256=%300000000000000000000000000000000000000000000000000000000000000"
            })
    void aFetchWithoutIntegrityHashIsRejected(String pin) {
        assertThat(SkillUrl.parse(GOOD + pin)).isEqualTo(new SkillUrl.Rejected(FetchRefusal.NO_HASH));
        assertThat(SkillUrl.parse("https://evil.test/../x" + pin))
                .as("before its path is looked at")
                .isEqualTo(new SkillUrl.Rejected(FetchRefusal.NO_HASH));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/evil/repo/tree/REF/../../../../acme/skills/tree/main/rust",
                "/acme/skills/tree/main/./rust",
                "/acme/skills/tree/main/%2e%2e/rust",
                "/acme/skills/tree/main/.%2E/rust",
                "/acme/skills/tree/main/%2e/rust",
                "/acme/skills/tree/main/a%2fb",
                "/acme/skills/tree/main/a%2Fb",
                "/acme/skills/tree/main/a%5cb",
                "/acme/skills/tree/main//rust",
                "//acme/skills/tree/main/rust",
                "/acme/skills/tree/main/rust?x=1",
                "/acme/skills/tree/main/rust#x",
                "/acme/skills/tree/main/rust;v=1",
                "/acme/skills/tree/main/rust%",
                "/acme/skills/tree/main/rust%zz",
                "/acme/skills/tree/main/rust%00",
                "/acme/skills/tree/main/%ff"
            })
    void whatCouldBeReadInTwoWaysIsRefused(String path) {
        assertThat(SkillUrl.parse("https://github.com" + path + PIN))
                .isEqualTo(new SkillUrl.Rejected(FetchRefusal.NOT_CANONICAL));
    }

    @ParameterizedTest
    @CsvSource({
        "https://GitHub.com:8443/acme/x, https://github.com:8443/acme/x, 8443",
        "https://github.com./acme/x, https://github.com./acme/x, 443",
        "https://github.com.:443/acme/x, https://github.com./acme/x, 443",
        "https://github.com:443/acme/x, https://github.com/acme/x, 443",
        "https://[2001:db8::1]:8443/x, https://[2001:db8::1]:8443/x, 8443"
    })
    void whatMakesItUnfitStaysInItsText(String text, String shown, int port) {
        assertThat(url(text + PIN).text()).isEqualTo(shown);
        assertThat(url(shown + PIN)).isEqualTo(url(text + PIN));
        assertThat(url(text + PIN).question().port()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://github.com:8443/acme/skills/tree/main/rust",
                "https://github.com./acme/skills/tree/main/rust",
                "https://github.com.:443/acme/skills/tree/main/rust",
                "https://github.com.evil.test/acme/skills/tree/main/rust",
                "https://evilgithub.com/acme/skills/tree/main/rust",
                "https://github.com/acme/skills/tree/main/%252e%252e/rust",
                "https://github.com/acme/skills-evil/tree/main/rust",
                "https://github.com/acme/SKILLS%252f/tree/main/rust",
                "https://github.com/acme",
                "https://192.0.2.1/acme/skills/tree/main/rust"
            })
    void noEntryCoversAnotherPlace(String text) {
        Allowlist list = new Allowlist(AllowlistEntry.all(List.of("https://github.com/acme/skills/")), Forges.PUBLIC);
        assertThat(list.match(url(text + PIN))).isNull();
        assertThat(list.nearest(url(text + PIN))).isEqualTo("https://github.com/acme/skills/");
    }

    @Test
    void caseOfHostOwnerAndRepositoryIsFoldedAndNoOther() {
        Allowlist list =
                new Allowlist(AllowlistEntry.all(List.of("https://github.com/Acme/Skills/tree/Main/")), Forges.PUBLIC);
        assertThat(list.match(url("https://GitHub.COM/aCME/sKILLS/tree/Main/rust" + PIN)))
                .isNotNull();
        assertThat(list.match(url("https://github.com/Acme/Skills/tree/main/rust" + PIN)))
                .isNull();
        assertThat(new Allowlist(AllowlistEntry.all(List.of("https://github.com/Acme/")), AS_WRITTEN)
                        .match(url("https://github.com/acme/x/tree/main/rust" + PIN)))
                .isNull();
        assertThat(located("https://GitHub.COM/acme/skills/tree/main/rust"))
                .as("what the list takes, the forge call takes too")
                .isInstanceOf(SkillLocation.Found.class);
    }

    @Test
    void theFirstEntryThatCoversIsNamed() {
        Allowlist list = new Allowlist(
                AllowlistEntry.all(List.of("https://github.com/", "https://github.com/acme/")), Forges.PUBLIC);
        assertThat(list.match(url(GOOD + PIN))).isEqualTo("https://github.com/");
        assertThat(new Allowlist(List.of(), Forges.PUBLIC).match(url(GOOD + PIN)))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.test/acme/skills/tree/main/rust",
                "https://github.com/acme/skills",
                "https://github.com/acme/skills/raw/main/rust",
                "https://github.com/acme/tree/main/rust",
                "https://github.com/acme/skills/tree/-main/rust",
                "https://github.com/acme/skills/tree/.../rust",
                "https://github.com/ac%20me/skills/tree/main/rust",
                "https://github.com/acme/skills/tree/ma%20in/rust",
                "https://gitlab.com/acme/skills/tree/main/rust",
                "https://gitlab.com/acme/-/tree/main/rust"
            })
    void urlsThatAreNotOnAForgeAreRefusedWithAClearText(String text) {
        assertThat(located(text)).isEqualTo(new SkillLocation.Rejected(FetchRefusal.NO_FORGE));
    }

    @Test
    void rawContentIsForSingleFiles() {
        assertThat(located("https://raw.githubusercontent.com/acme/skills/main/SKILL.md"))
                .isEqualTo(new SkillLocation.Rejected(FetchRefusal.RAW_CONTENT));
    }

    @Test
    void gitlabIsKnownAndOffUntilItIsEnabled() {
        assertThat(located("https://gitlab.com/group/sub/skills/-/tree/main/rust"))
                .isEqualTo(new SkillLocation.Rejected(FetchRefusal.forgeNotEnabled("gitlab")));
        assertThat(located("https://git.corp.test/group/sub/skills/-/tree/main/rust/x"))
                .isInstanceOfSatisfying(SkillLocation.Found.class, found -> {
                    assertThat(found.location().project()).containsExactly("group", "sub", "skills");
                    assertThat(found.location().directory().text()).isEqualTo("rust/x");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://github.com/acme/skills/tree/main",
                "https://github.com/acme/skills/tree/main/",
                "https://github.com/acme/skills/blob/main/rust/SKILL.md"
            })
    void aWholeRepositoryOrAFileIsNoSkill(String text) {
        assertThat(located(text)).isEqualTo(new SkillLocation.Rejected(FetchRefusal.NO_DIRECTORY));
    }

    @Test
    void namesAreDecodedOnceAndBounded() {
        assertThat(located("https://github.com/acme/skills/tree/main/my%20skill"))
                .isInstanceOfSatisfying(
                        SkillLocation.Found.class,
                        found -> assertThat(found.location().name()).isEqualTo("my skill"));
        for (String name : List.of("-rf", ".hidden", "%C3%BC", "a".repeat(101), "a+b", "a%23b")) {
            assertThat(located("https://github.com/acme/skills/tree/main/" + name))
                    .as(name)
                    .isEqualTo(new SkillLocation.Rejected(FetchRefusal.BAD_NAME));
        }
    }

    private static SkillUrl url(String text) {
        return switch (SkillUrl.parse(text)) {
            case SkillUrl.Accepted(var url) -> url;
            case SkillUrl.Rejected(var refused) -> throw new AssertionError(text + ": " + refused);
        };
    }

    private static SkillLocation.Located located(String text) {
        return SkillLocation.of(url(text + PIN), FORGES);
    }

    private static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }
}
