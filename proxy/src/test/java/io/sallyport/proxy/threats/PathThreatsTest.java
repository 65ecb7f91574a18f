package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.inside;
import static io.sallyport.proxy.threats.Attack.request;
import static io.sallyport.proxy.threats.Attack.requestInside;
import static io.sallyport.proxy.threats.Attack.straight;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** F: paths and queries. */
class PathThreatsTest {
    private static String pathOf(CanonicalRequest request) {
        CanonicalPath path = Objects.requireNonNull(request.path());
        return path.text();
    }

    /** Asserts that the same path and query are judged, recorded and sent, directly and in a tunnel. */
    private static void becomes(String target, String path, String query) {
        for (Attack attack : List.of(straight(request("GET", target, "")), inside(requestInside("GET", target, "")))) {
            attack.isForwarded();
            assertThat(attack.judged()).extracting(PathThreatsTest::pathOf).containsExactly(path);
            assertThat(attack.records().getFirst().request().path()).isEqualTo(path);
            assertThat(attack.sent()).startsWith("GET " + path + query + " HTTP/1.1\r\n");
        }
    }

    private static void isRefused(String target) {
        straight(request("GET", target, "")).isRefused(ReasonCode.NOT_CANONICAL);
        inside(requestInside("GET", target, "")).isRefused(ReasonCode.NOT_CANONICAL);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13})
    void line44WhatIsJudgedIsWhatIsRecordedAndSent(long seed) {
        Random random = new Random(seed);
        List<String> pieces = List.of(
                "a", "/", "//", ".", "..", "/./", "/../", "%2e", "%2f", "%5c", "%25", "%41", "%c3%a9", "%c3", "%00",
                "%", ";", ";x", "~", "\\", "?", "=", "&", "%3F", "b", "A", "'", "*", ":", "@");
        int sent = 0;
        for (int i = 0; i < 300; i++) {
            StringBuilder target = new StringBuilder("/");
            for (int n = random.nextInt(8); n >= 0; n--) {
                target.append(pieces.get(random.nextInt(pieces.size())));
            }
            Attack attack = straight(request("GET", target.toString(), ""));
            assertThat(attack.records()).as("seed %d: %s", seed, target).hasSize(1);
            if (attack.dialled().isEmpty()) {
                attack.isRefused(ReasonCode.NOT_CANONICAL);
            } else {
                sent++;
                String path = pathOf(attack.judged().getFirst());
                assertThat(attack.sent()).as("seed %d: %s", seed, target).matches("(?s)GET \\Q" + path + "\\E[ ?].*");
                assertThat(attack.records().getFirst().request().path()).isEqualTo(path);
            }
        }
        assertThat(sent).isGreaterThan(30);
    }

    @ParameterizedTest
    @CsvSource({
        "/a/../b, /b",
        "/a/./b, /a/b",
        "/open/../closed, /closed",
        "/a/b/../../c, /c",
        "/a/.., /",
        "/a/., /a/",
        "/./, /",
    })
    void line45PlainDotSegmentsAreFoldedAndJudged(String target, String path) {
        becomes(target, path, "");
        straight(request("GET", target, ""), request -> !pathOf(request).equals(path))
                .isDenied(ReasonCode.NO_GRANT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a/%2e%2e/b",
                "/a/.%2e/b",
                "/a/%2E./b",
                "/%2e/a",
                "/../a",
                "/a/../../b",
                "/a%2fb",
                "/a%2Fb",
                "/a%5cb",
                "/a%5Cb",
                "/a\\b",
                "/..\\a",
                "/a%00",
                "/a%0d%0ab",
                "/a%09",
                "/a%7f",
                "/a%1f",
                "/a%",
                "/a%2",
                "/a%zz",
                "/a%u002e",
                "/a%ff",
                "/%c0%ae%c0%ae/",
                "/%c0%af",
                "/%e0%80%af",
                "/%ed%a0%80",
                "/%f4%90%80%80",
                "/%c3",
                "/%80",
                "/a/..%3b/b",
                "/a/..;/b",
                "/a/..;x/b",
                "/a/.;/b"
            })
    void line45WhatTwoServersMayReadInTwoWaysIsRefused(String target) {
        isRefused(target);
    }

    @ParameterizedTest
    @CsvSource({"/a%252e%252e/b", "/%25252e", "/a%252fb", "/a%2500", "/a%255cb"})
    void line46WhatIsEncodedTwiceStaysText(String target) {
        becomes(target, target, "");
        straight(request("GET", target, ""), request -> !pathOf(request).equals(target))
                .isDenied(ReasonCode.NO_GRANT);
    }

    @ParameterizedTest
    @CsvSource({
        "/a;v=1/b, /a/b",
        "/a/b;jsessionid=1, /a/b",
        "/a;../b, /a/b",
        "//a, /a",
        "/a//b, /a/b",
        "/a///b//, /a/b/",
        "/A/b, /A/b",
    })
    void line47ParametersAreCutAndSlashesFolded(String target, String path) {
        becomes(target, path, "");
    }

    @Test
    void line47AFragmentIsRefusedAndCaseMatters() {
        isRefused("/a#b");
        isRefused("/a?b#c");
        straight(request("GET", "/ADMIN", ""), request -> pathOf(request).equals("/admin"))
                .isDenied(ReasonCode.NO_GRANT);
    }

    @Test
    void line48AnEncodedQuestionMarkIsPath() {
        becomes("/a%3Fb=1", "/a%3Fb=1", "");
        becomes("/a%3fb?c=1", "/a%3Fb", "?c=1");
    }

    @Test
    void line48EveryValueOfAParameterIsShownToPolicy() {
        Attack attack =
                straight(request("GET", "/?p=open&p=closed&p%5B%5D=closed", "")).isForwarded();
        assertThat(attack.judged().getFirst().query().parameters())
                .containsEntry("p", List.of("open", "closed"))
                .containsEntry("p[]", List.of("closed"));
        assertThat(attack.sent()).startsWith("GET /?p=open&p=closed&p%5B%5D=closed HTTP/1.1\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/?p=a;p=b", "/?p=%ff", "/?p=%", "/?p=%zz"})
    void line48AQueryThatCannotBeReadHasNoParametersToGrant(String target) {
        straight(request("GET", target, ""), request -> request.query().parameters() != null)
                .isDenied(ReasonCode.NO_GRANT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "service=git-receive-pack",
                "service=git-receive%2Dpack",
                "service=git-upload-pack&service=git-receive-pack"
            })
    void line49AReadOnlyRuleForGitHoldsAtTheAdvertisementAndAtThePost(String query) {
        for (String target : List.of("/r.git/info/refs?" + query, "/r.git/./info//refs?" + query)) {
            straight(request("GET", target, ""), PathThreatsTest::isGitRead).isDenied(ReasonCode.NO_GRANT);
        }
        for (String target :
                List.of("/r.git/git-receive-pack", "/r.git/x/../git-receive%2Dpack", "/r.git/git-receive-pack;a")) {
            straight(request("POST", target, "Content-Length: 0\r\n"), PathThreatsTest::isGitRead)
                    .isDenied(ReasonCode.NO_GRANT);
            inside(requestInside("POST", target, "Content-Length: 0\r\n"), PathThreatsTest::isGitRead)
                    .isDenied(ReasonCode.NO_GRANT);
        }
        straight(request("GET", "/r.git/info/refs?service=git-upload-pack", ""), PathThreatsTest::isGitRead)
                .isForwarded();
    }

    /** Matches two exact URLs, as a lease would. */
    private static boolean isGitRead(CanonicalRequest request) {
        var parameters = request.query().parameters();
        boolean asks = pathOf(request).equals("/r.git/info/refs")
                && parameters != null
                && parameters.equals(java.util.Map.of("service", List.of("git-upload-pack")));
        return asks || pathOf(request).equals("/r.git/git-upload-pack");
    }
}
