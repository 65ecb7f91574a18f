package io.sallyport.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A request with a body from head and bytes to verdict, under a rule that reads it in one form, and under none. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class BodyBenchmark {
    private static final Map<String, String> CONDITIONS = Map.of(
            "unread", "input.net.host == \"other.test\"\n\tinput.net.body.json.a == 1",
            "json", "input.net.body.json.params.name == \"delete\"",
            "rpc", "input.net.rpc.tool == \"delete\"",
            "text", "contains(input.net.body.text, \"SECRET\")");
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"search\",\"arguments\":{\"lines\":[%s]}}}";
    private static final String LINE =
            "\"the quick brown fox jumps over the lazy dog, and over the %08x as often as it likes\",";
    private static final int LINE_LENGTH = LINE.formatted(0).length();

    @Param({"unread", "json", "rpc", "text"})
    public String read = "unread";

    @Param({"1024", "65536", "1048576"})
    public int bytes;

    /** The content coding in which it is sent; {@code bytes} is its length without. */
    @Param({"identity"})
    public String coding = "identity";

    /** How the rule runs: {@code rego} as bytecode, or {@code wasm} as OPA's module. */
    @Param({"rego"})
    public String form = "rego";

    private final WasmEngine engine = new WasmEngine(WasmLimits.DEFAULT, System::nanoTime);
    private final CanonicalRequest request = post(new GrantSets(20).requests(1)[0]);
    private PolicySnapshot snapshot = new GrantSets(1).snapshot();
    private RequestHeaders whole = RequestHeaders.EMPTY;

    /** A head of a body of JSON. */
    private record Head(String coding, long bodyBytes) implements RequestHeaders {
        @Override
        public List<String> names() {
            return coding.equals("identity") ? List.of("content-type") : List.of("content-type", "content-encoding");
        }

        @Override
        public List<String> values(String name) {
            return switch (name) {
                case "content-type" -> List.of("application/json");
                case "content-encoding" -> coding.equals("identity") ? List.of() : List.of(coding);
                default -> List.of();
            };
        }
    }

    private static CanonicalRequest post(CanonicalRequest connect) {
        return CanonicalRequest.http(
                connect.scheme(), connect.host(), connect.port(), "POST", CanonicalPath.ROOT, CanonicalQuery.NONE);
    }

    private static byte[] coded(String coding, byte[] body) throws IOException {
        return switch (coding) {
            case "identity" -> body;
            case "gzip" -> gzip(body);
            case "zstd" -> Zstd.compress(body);
            default -> throw new IllegalArgumentException("coding: " + coding + " (identity, gzip, zstd)");
        };
    }

    private static byte[] gzip(byte[] body) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(body);
        }
        return bytes.toByteArray();
    }

    /** Lines that differ: what is a hundred times as long as its coding is not opened. */
    private static String lines(int count) {
        var random = new Random(1);
        return IntStream.range(0, count)
                .mapToObj(_ -> LINE.formatted(random.nextInt()))
                .collect(Collectors.joining());
    }

    @Setup
    public void prepare() throws IOException {
        String rule = "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if {\n\t"
                + CONDITIONS.get(read) + "\n}\n";
        Map<String, String> guardrails = Map.of("bench.rego", rule);
        var grants = new GrantSets(20);
        snapshot = form.equals("wasm") ? grants.snapshot(guardrails, engine) : grants.snapshot(guardrails);
        int lines = Math.max(1, (bytes - CALL.length()) / LINE_LENGTH);
        String body = CALL.formatted(lines(lines) + "\"\"");
        byte[] sent = coded(coding, body.getBytes(UTF_8));
        whole = RequestBody.of(sent, 1 << 20).after(new Head(coding, sent.length));
        if (!(judged() instanceof Decision.Allow)) {
            throw new IllegalStateException("refused: " + judged());
        }
    }

    @TearDown
    public void close() {
        engine.close();
    }

    @Benchmark
    public Decision judged() {
        return snapshot.decide(request, whole);
    }
}
