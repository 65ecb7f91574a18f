package io.sallyport.decision.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sallyport.findings.ExemptText;
import io.sallyport.findings.FoundSecrets;
import io.sallyport.findings.SecretScanner;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.text.Parsed;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** One look at a whole head never passes what a search of its parts finds. */
class RequestSearchTest {
    private static final String TOKEN = "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"; // the public example of the format
    private static final String CANARY = "wintergreen-7!bridge";
    private static final List<SoughtValue> VALUES =
            List.of(new SoughtValue(FindingKind.CANARY, "note", CANARY.getBytes(StandardCharsets.UTF_8)));
    private static final RequestSearch SEARCH = new RequestSearch(VALUES, 2);
    private static final SecretScanner SCANNER = SecretScanner.of(VALUES, 2);

    private static final List<String> PIECES = List.of(
            TOKEN,
            TOKEN.substring(0, 20),
            TOKEN.substring(20),
            CANARY,
            hex(CANARY),
            base64("x" + TOKEN),
            "%67hp%5F" + TOKEN.substring(4),
            "hf_",
            "0Q~",
            "cio",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.x",
            "https://a:hunter2hunter2@b",
            "text/html",
            "",
            "=",
            "a.b");

    /** Fields by turns of name and value. */
    private record Fields(List<String> all) implements RequestHeaders {
        @Override
        public List<String> names() {
            List<String> names = new ArrayList<>();
            forEach((name, _) -> names.add(name.toLowerCase(Locale.ROOT)));
            return names.stream().distinct().toList();
        }

        @Override
        public List<String> values(String name) {
            List<String> values = new ArrayList<>();
            forEach((other, value) -> values.addAll(other.equalsIgnoreCase(name) ? List.of(value) : List.of()));
            return values;
        }

        @Override
        public long bodyBytes() {
            return 0;
        }

        @Override
        public void forEach(BiConsumer<String, String> field) {
            for (int i = 0; i < all.size(); i += 2) {
                field.accept(all.get(i), all.get(i + 1));
            }
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static CanonicalRequest get(String host, String path, String query) {
        CanonicalHost name = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(host)).value();
        CanonicalPath canonical = ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(path)).value();
        return CanonicalRequest.http(Scheme.HTTPS, name, 443, "GET", canonical, CanonicalQuery.parse(query));
    }

    private static RequestHeaders fields(String... all) {
        return new Fields(Arrays.asList(all));
    }

    private static List<String> found(CanonicalRequest request, RequestHeaders headers) {
        return SEARCH.in(request, headers).stream().map(FoundSecret::label).toList();
    }

    @Test
    void inEachPartASecretIsFound() {
        RequestHeaders none = fields("Accept", "text/html");
        assertThat(found(get(hex(CANARY).substring(0, 20) + "." + hex(CANARY).substring(20) + ".test", "/", "a"), none))
                .containsExactly("canary:note@host");
        assertThat(found(get("a.test", "/x/" + TOKEN, "a=1"), none)).containsExactly("token:github-token@path");
        assertThat(found(get("a.test", "/x", "a=%67" + TOKEN.substring(1)), none))
                .containsExactly("token:github-token@query");
        assertThat(found(get("a.test", "/x", "a=1"), fields("X-A", base64("yy" + TOKEN))))
                .containsExactly("token:github-token@header");
        assertThat(found(get("a.test", "/x", "a=1"), fields(TOKEN, "x"))).containsExactly("token:github-token@header");
        assertThat(found(
                        get("a.test", "/x", "a=1"),
                        fields("X-A", TOKEN.substring(0, 9), "B", "c", "x-a", TOKEN.substring(9))))
                .containsExactly("token:github-token@header");
        assertThat(found(get("a.test", "/x", "a=1"), fields("Proxy-Authorization", TOKEN)))
                .isEmpty();
    }

    /** As it was read: each octet a character. */
    @Test
    void aValueThatIsNotAsciiIsFoundInAField() {
        byte[] value = "grün-und-blau".getBytes(StandardCharsets.UTF_8);
        var search = new RequestSearch(List.of(new SoughtValue(FindingKind.CANARY, "colour", value)), 2);
        RequestHeaders headers = fields("X-A", new String(value, StandardCharsets.ISO_8859_1));
        assertThat(search.in(get("a.test", "/", "a"), headers)).hasSize(1);
    }

    @Test
    void nothingIsPassedThatASearchOfThePartsFinds() {
        var random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            CanonicalRequest request = get("a.test", "/" + piece(random).replace("%", ""), piece(random));
            List<String> all = new ArrayList<>();
            for (int field = random.nextInt(5); field > 0; field--) {
                all.add(List.of("Accept", "X-A", "Cookie", "hf_ab").get(random.nextInt(4)));
                all.add(piece(random) + piece(random));
            }
            var plain = new FoundSecrets(ExemptText.NONE);
            RequestSearch.inHead(SCANNER, request, new Fields(all), plain);
            assertThat(SEARCH.in(request, new Fields(all))).isEqualTo(plain.all());
        }
    }

    private static String piece(Random random) {
        return PIECES.get(random.nextInt(PIECES.size()));
    }

    @Test
    void aHeadWithoutSecretsAllocatesNothing() {
        CanonicalRequest request = get("api.example.com", "/repos/acme/widgets/issues", "per_page=100&page=2");
        RequestHeaders headers = fields(
                "Host", "api.example.com", "User-Agent", "curl/8.14.1", "Accept", "*/*", "Cookie", "session=4f3c2b1a");
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = Long.MAX_VALUE;
        for (int i = 0; i < 20 && bytes >= 10_000; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int head = 0; head < 10_000; head++) {
                assertThatNothingIsFound(request, headers);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(bytes).as("of 10,000 heads").isLessThan(10_000);
    }

    private static void assertThatNothingIsFound(CanonicalRequest request, RequestHeaders headers) {
        if (!SEARCH.in(request, headers).isEmpty()) {
            throw new AssertionError("something was found");
        }
    }
}
