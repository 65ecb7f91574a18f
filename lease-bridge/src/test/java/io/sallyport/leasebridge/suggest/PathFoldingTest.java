package io.sallyport.leasebridge.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PathFoldingTest {
    @Test
    void twoPathsSideBySideStayAsTheyAre() {
        assertThat(lines("GET https://h.test/a/1", "GET https://h.test/a/2", "GET https://h.test/a/2"))
                .containsExactly("\"https://h.test/a/1\"", "\"https://h.test/a/2\"");
    }

    @Test
    void threePathsBelowOneAreOneSegmentsWildcard() {
        assertThat(lines("GET https://h.test/a/1", "POST https://h.test/a/2", "GET https://h.test/a/3"))
                .containsExactly("\"https://h.test/a/*\"");
    }

    @Test
    void pathsAtTheRootAndOfOtherPortsAreNotFolded() {
        assertThat(lines("GET https://h.test/1", "GET https://h.test/2", "GET https://h.test/3"))
                .hasSize(3);
        assertThat(lines("GET https://h.test/a/1", "GET https://h.test:444/a/2", "GET http://h.test/a/3"))
                .hasSize(3);
    }

    @Test
    void threeNamesThatAskForTheSameAreFolded() {
        assertThat(lines(
                        "GET https://a.cdn.test.org/x", "GET https://b.cdn.test.org/x", "GET https://c.cdn.test.org/x"))
                .containsExactly("\"https://*.cdn.test.org/x\"");
        assertThat(lines(
                        "GET https://a.cdn.test.org/x", "GET https://b.cdn.test.org/x", "GET https://c.cdn.test.org/y"))
                .hasSize(3);
    }

    @Test
    void nothingIsFoldedBelowWhatAnybodyCanRegister() {
        for (String above : List.of("com", "co.uk", "github.io", "s3.amazonaws.com", "internal")) {
            assertThat(lines(
                            "GET https://a." + above + "/",
                            "GET https://b." + above + "/",
                            "GET https://c." + above + "/"))
                    .as(above)
                    .hasSize(3);
        }
    }

    @Test
    void addressesAreNotNames() {
        assertThat(lines("GET https://10.0.0.1/", "GET https://10.1.0.1/", "GET https://10.2.0.1/"))
                .hasSize(3);
    }

    @Test
    void aTunnelIsNotAskedForBesideWhatGoesThroughIt() {
        assertThat(lines("CONNECT https://h.test", "GET https://h.test/a")).containsExactly("\"https://h.test/a\"");
        assertThat(lines("CONNECT https://h.test")).containsExactly("\"https://h.test/**\"");
    }

    @Test
    void whatOpensMoreSaysSo() {
        assertThat(PathFolding.folded(PathFolding.exact(requests("GET https://h.test/a/1"))))
                .singleElement()
                .satisfies(line -> assertThat(line.opens()).isNull());
        assertThat(PathFolding.folded(PathFolding.exact(
                        requests("GET https://h.test/a/1", "GET https://h.test/a/2", "GET https://h.test/a/3"))))
                .singleElement()
                .satisfies(line -> assertThat(line.opens()).isEqualTo("every name directly below /a/"));
    }

    @Test
    void aPolicyNamesMethodsToo() {
        assertThat(PathFolding.folded(
                        PathFolding.exact(requests("GET https://h.test/a\"b", "POST https://h.test/a\"b"))))
                .singleElement()
                .satisfies(
                        line -> assertThat(line.ofPolicy())
                                .isEqualTo(
                                        "{host: \"h.test\", port: 443, protocol: rest, rules: ["
                                                + "{allow: {method: GET, path: \"/a%22b\"}}, {allow: {method: POST, path: \"/a%22b\"}}]}"));
    }

    /** Seeded: whatever was refused, the lease that is proposed covers it. */
    @Test
    void everyRequestIsCoveredByItsLine() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            List<CanonicalRequest> requests = Stream.generate(() -> written(random))
                    .limit(1 + random.nextInt(12))
                    .map(PathFoldingTest::request)
                    .toList();
            for (LeastGrant line : PathFolding.folded(PathFolding.exact(requests))) {
                var lease = (LeaseReader.Read)
                        LeaseReader.read("lease", "{\"net.fetch\": [" + line.ofLease() + "]}", null, null);
                for (CanonicalRequest request : line.requests()) {
                    String path = request.path() == null ? "/x" : request.path().text();
                    String url = request.scheme().word() + "://" + request.authority() + path;
                    assertThat(lease.lease().covers("net.fetch", url))
                            .as("%s %s", line, url)
                            .isTrue();
                }
            }
        }
    }

    private static String written(Random random) {
        String host = List.of("a", "b", "c", "d.e").get(random.nextInt(4))
                + List.of(".x.test.org", ".co.uk").get(random.nextInt(2));
        String path = List.of("/", "/a", "/a/", "/a/b", "/a/c", "/a/*", "/a/d%20e", "//a/z")
                .get(random.nextInt(8));
        return (random.nextInt(5) == 0 ? "CONNECT" : "GET") + " https://" + host + path;
    }

    private static List<String> lines(String... written) {
        return PathFolding.folded(PathFolding.exact(requests(written))).stream()
                .map(line -> Objects.requireNonNull(line.ofLease()))
                .toList();
    }

    private static List<CanonicalRequest> requests(String... written) {
        return Stream.of(written).map(PathFoldingTest::request).toList();
    }

    private static CanonicalRequest request(String written) {
        String[] words = written.split(" ", 2);
        return ((Parsed.Accepted<CanonicalRequest>) WrittenRequest.parse(words[0], words[1])).value();
    }
}
