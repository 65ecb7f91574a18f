package io.sallyport.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.proxy.credentials.CredentialRule;
import io.sallyport.proxy.credentials.MarkerScan;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
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

/** Heads and bodies without a placeholder. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PlaceholderBenchmark {
    private static final int BODY_BYTES = 64 << 10;
    private static final String AGENT =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

    private final RequestHead curl = head("GET", "Host", "a.test", "User-Agent", "curl/8.14.1", "Accept", "*/*");
    private final RequestHead client = head(
            "POST",
            "Host",
            "api.example.com",
            "User-Agent",
            AGENT,
            "Accept",
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
            "Accept-Language",
            "en-US,en;q=0.5",
            "Authorization",
            "Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyz",
            "Cookie",
            "session=4f3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a; theme=dark; seen=2026-11-22",
            "Content-Type",
            "application/json",
            "Content-Length",
            "1024");
    private final RequestHead basic = head(
            "GET", "Host", "a.test", "Authorization", "Basic dXNlcjpnaHBfMDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=");
    private final CanonicalRequest plain =
            request("http://api.example.com/repos/acme/widgets/issues?per_page=100&page=2");
    private final CanonicalRequest encoded =
            request("http://api.example.com/search?q=is%3Aopen%20repo%3Aacme%2Fwidgets%20label%3Abug&sort=created");
    private final ByteBuf body = body();
    private final MarkerScan scan = new MarkerScan();

    @Benchmark
    public boolean headOfCurl() {
        return CredentialRule.isIn(curl, plain);
    }

    @Benchmark
    public boolean headOfAClient() {
        return CredentialRule.isIn(client, plain);
    }

    @Benchmark
    public boolean headOfAClientWithAnEncodedQuery() {
        return CredentialRule.isIn(client, encoded);
    }

    @Benchmark
    public boolean headWithBasicCredentials() {
        return CredentialRule.isIn(basic, plain);
    }

    @Benchmark
    public int bodyOf64Kibibytes() {
        return scan.endIn(body);
    }

    private static RequestHead head(String method, String... namesAndValues) {
        return new RequestHead(method, "/", 1, HeaderFields.of(namesAndValues));
    }

    private static CanonicalRequest request(String url) {
        return switch (CanonicalUrl.parse(url, Dialect.WIRE)) {
            case Canonicalized.Accepted(var read) ->
                CanonicalRequest.http(read.scheme(), read.host(), read.port(), "GET", read.path(), read.query());
            case Canonicalized.Rejected<CanonicalUrl> rejected ->
                throw new IllegalArgumentException(rejected.toString());
        };
    }

    /** Returns text as it occurs in JSON. */
    private static ByteBuf body() {
        byte[] bytes = new byte[BODY_BYTES];
        String letters = "the quick brown fox, opens: \"it\"; {\"a\": 1}";
        Random random = new Random(1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) letters.charAt(random.nextInt(letters.length()));
        }
        return Unpooled.wrappedBuffer(bytes);
    }
}
