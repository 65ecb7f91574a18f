package io.sallyport.gateway.telemetry;

import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.configuration.TelemetrySettings.Otlp;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.egress.http.OutwardConnection;
import io.sallyport.egress.http.WholeAnswer;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.text.BoundedText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Sends messages of OTLP to one collector, each on a connection of its own. Used by one thread, which blocks. */
final class OtlpCollector {
    private static final Duration TIME_LIMIT = Duration.ofSeconds(10);
    private static final int MAX_ANSWER_BYTES = 64 << 10;
    private static final int MAX_HEADERS_BYTES = 16 << 10;

    /** Whose share of the dialer's slots it uses. */
    private static final SandboxId SHARE = new SandboxId("otlp");

    private final Dialer dialer;
    private final EventLoopGroup loops;
    private final LongSupplier nanoClock;
    private final CanonicalUrl endpoint;
    private final @Nullable Path headersFile;
    private final String target;

    /** @param signal the path of the signal, such as {@code /v1/metrics} */
    OtlpCollector(Otlp settings, String signal, Dialer dialer, EventLoopGroup loops, LongSupplier nanoClock) {
        this.dialer = dialer;
        this.loops = loops;
        this.nanoClock = nanoClock;
        this.endpoint = settings.endpoint();
        this.headersFile = settings.headersFile();
        CanonicalPath path = endpoint.path();
        this.target = path.text().replaceFirst("/$", "") + signal;
    }

    /** Sends one message; returns null if it was taken, else why not, in words that name no header. */
    @Nullable
    String send(byte[] message) {
        Map<String, String> headers = new HashMap<>();
        try {
            readHeaders(headers);
        } catch (IOException e) {
            return "headers_file cannot be read: " + e.getClass().getSimpleName();
        }
        headers.put("Host", endpoint.authority());
        headers.put("User-Agent", "sallyport");
        headers.put("Content-Type", "application/json");
        headers.put("Connection", "close");
        TargetProtocol protocol = endpoint.scheme() == Scheme.HTTPS ? TargetProtocol.TLS : TargetProtocol.PLAIN;
        long begin = nanoClock.getAsLong();
        return switch (OutwardConnection.open(
                dialer,
                new Target(SHARE, endpoint.host(), endpoint.port(), protocol),
                loops.next(),
                () -> Math.max(0, TIME_LIMIT.toNanos() - (nanoClock.getAsLong() - begin)),
                _ -> true)) {
            case HttpFailure failure -> why(failure);
            case OutwardConnection connection -> {
                try (connection) {
                    yield why(connection.whole(HttpMethod.POST, target, headers, message, MAX_ANSWER_BYTES));
                }
            }
        };
    }

    private void readHeaders(Map<String, String> headers) throws IOException {
        Path file = headersFile;
        if (file == null) {
            return;
        }
        for (String line : BoundedText.read(file, MAX_HEADERS_BYTES).lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
    }

    private static @Nullable String why(WholeAnswer answer) {
        return switch (answer) {
            case HttpAnswer taken when taken.status() / 100 == 2 -> null;
            case HttpAnswer refused -> "answered with status " + refused.status();
            case HttpFailure.Unreached(var _, String detail) -> "was not reached: " + detail;
            case HttpFailure.Broken(var _, String did) -> did;
            case HttpFailure.OverCount() -> "answered too much";
            case HttpFailure.GivenUp() -> "was not waited for";
        };
    }

    @Override
    public String toString() {
        return endpoint + target;
    }
}
