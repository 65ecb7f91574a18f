package io.sallyport.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
    private static final String LINE = "\"the quick brown fox jumps over the lazy dog\",";

    @Param({"unread", "json", "rpc", "text"})
    public String read = "unread";

    @Param({"1024", "65536", "700000"})
    public int bytes;

    private final CanonicalRequest request = post(new GrantSets(20).requests(1)[0]);
    private PolicySnapshot snapshot = new GrantSets(1).snapshot();
    private RequestHeaders whole = RequestHeaders.EMPTY;

    /** A head of a body of JSON that is chunked. */
    private record Head() implements RequestHeaders {
        @Override
        public List<String> names() {
            return List.of("content-type");
        }

        @Override
        public List<String> values(String name) {
            return name.equals("content-type") ? List.of("application/json") : List.of();
        }

        @Override
        public long bodyBytes() {
            return UNKNOWN_LENGTH;
        }
    }

    private static CanonicalRequest post(CanonicalRequest connect) {
        return CanonicalRequest.http(
                connect.scheme(), connect.host(), connect.port(), "POST", CanonicalPath.ROOT, CanonicalQuery.NONE);
    }

    @Setup
    public void prepare() {
        String rule = "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if {\n\t"
                + CONDITIONS.get(read) + "\n}\n";
        snapshot = new GrantSets(20).snapshot(Map.of("bench.rego", rule));
        int lines = Math.max(1, (bytes - CALL.length()) / LINE.length());
        String body = CALL.formatted(LINE.repeat(lines) + "\"\"");
        whole = RequestBody.of(body.getBytes(UTF_8), 1 << 20).after(new Head());
        if (!(judged() instanceof Decision.Allow)) {
            throw new IllegalStateException("refused: " + judged());
        }
    }

    @Benchmark
    public Decision judged() {
        return snapshot.decide(request, whole);
    }
}
