package io.sallyport.bench;

import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The search for secrets in requests that have none. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FindingsBenchmark {
    private static final int BODY_BYTES = 64 << 10;
    private static final String AGENT =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

    private final CanonicalRequest request =
            request("http://api.example.com/repos/acme/widgets/issues?per_page=100&page=2");
    private final RequestHead curl = head("GET", "Host", "a.test", "User-Agent", "curl/8.14.1", "Accept", "*/*");
    private final RequestHead client = head(
            "GET",
            "Host",
            "api.example.com",
            "User-Agent",
            AGENT,
            "Accept",
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
            "Accept-Language",
            "en-US,en;q=0.5",
            "Authorization",
            "Bearer 4f3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a",
            "Cookie",
            "session=4f3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a; theme=dark; seen=2026-11-22",
            "If-None-Match",
            "W/\"0d2f8c9a5e5f7c1bb0b7b7a5d1f0e6f3\"");
    private final RequestHeaders prose = body(prose());
    private final RequestHeaders base64 = body(base64());

    @Benchmark
    public List<FoundSecret> headOfCurl() {
        return RequestSearch.forms().in(request, curl);
    }

    @Benchmark
    public List<FoundSecret> headOfAClient() {
        return RequestSearch.forms().in(request, client);
    }

    /** 64 KiB. */
    @Benchmark
    public List<FoundSecret> bodyOfWords() {
        return RequestSearch.forms().in(request, prose);
    }

    /** 64 KiB. */
    @Benchmark
    public List<FoundSecret> bodyOfBase64() {
        return RequestSearch.forms().in(request, base64);
    }

    private static RequestHeaders body(byte[] bytes) {
        return RequestBody.of(bytes, BODY_BYTES).after(head("POST", "Content-Length", "1"));
    }

    private static byte[] prose() {
        String[] words =
                "the quick brown fox pulls packages into a project while many tests run over its api".split(" ", -1);
        var random = new Random(1);
        var text = new StringBuilder();
        while (text.length() < BODY_BYTES) {
            text.append(words[random.nextInt(words.length)]).append(' ');
        }
        return text.substring(0, BODY_BYTES).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] base64() {
        var bytes = new byte[BODY_BYTES / 4 * 3];
        new Random(1).nextBytes(bytes);
        return Base64.getEncoder().encode(bytes);
    }

    private static RequestHead head(String method, String... fields) {
        return new RequestHead(method, "/", 1, HeaderFields.of(fields));
    }

    private static CanonicalRequest request(String text) {
        var url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse(text, Dialect.DOCUMENT)).value();
        return CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query());
    }
}
