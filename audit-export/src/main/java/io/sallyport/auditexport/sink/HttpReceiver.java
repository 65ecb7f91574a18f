package io.sallyport.auditexport.sink;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.egress.http.OutwardConnection;
import io.sallyport.egress.http.RemainingTime;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.text.BoundedText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Posts batches, compressed as gzip, on one connection that it keeps; follows no redirect. An answer from 200 to 299
 * takes the batch. Confined to the thread of its sink.
 */
public final class HttpReceiver implements RecordReceiver {
    private static final SandboxId SHARE = new SandboxId("audit-sinks");
    private static final String HMAC = "HmacSHA256";
    private static final int MAX_SECRET_BYTES = 64 << 10;
    private static final long MAX_ANSWER_BYTES = 64 << 10;

    private final HttpSettings settings;
    private final Dialer dialer;
    private final Supplier<EventLoop> loops;
    private final LongSupplier nanoClock;
    private final Target target;
    private @Nullable OutwardConnection kept;

    /**
     * @param loops gives the event loop of the next connection
     * @param nanoClock elapsed nanoseconds
     */
    public HttpReceiver(HttpSettings settings, Dialer dialer, Supplier<EventLoop> loops, LongSupplier nanoClock) {
        this.settings = settings;
        this.dialer = dialer;
        this.loops = loops;
        this.nanoClock = nanoClock;
        TargetProtocol protocol = settings.url().scheme() == Scheme.HTTPS ? TargetProtocol.TLS : TargetProtocol.PLAIN;
        target = new Target(SHARE, settings.url().host(), settings.url().port(), protocol, settings.addresses());
    }

    @Override
    public SinkDelivery send(List<byte[]> lines) {
        byte[] body = compressed(settings.body().of(lines, settings.form()));
        Map<String, String> headers = new HashMap<>();
        try {
            secrets(headers, body);
        } catch (IOException e) {
            return new SinkDelivery.Failed("a file of its credentials cannot be read, or holds no secret of one line");
        }
        headers.put("Host", settings.url().authority());
        headers.put("User-Agent", "sallyport");
        headers.put("Accept-Encoding", "identity");
        headers.put("Content-Type", settings.body().contentType());
        headers.put("Content-Encoding", "gzip");
        return post(headers, body);
    }

    private SinkDelivery post(Map<String, String> headers, byte[] body) {
        long begin = nanoClock.getAsLong();
        RemainingTime time = () -> Math.max(0, settings.timeLimit().toNanos() - (nanoClock.getAsLong() - begin));
        OutwardConnection last = kept;
        kept = null;
        if (last != null && last.isOpen()) {
            return ask(last.under(time), headers, body);
        }
        return switch (OutwardConnection.open(dialer, target, loops.get(), time, _ -> true)) {
            case HttpFailure failure -> failed(failure);
            case OutwardConnection connection -> ask(connection, headers, body);
        };
    }

    private SinkDelivery ask(OutwardConnection connection, Map<String, String> headers, byte[] body) {
        String path = settings.url().path().text();
        return switch (connection.whole(HttpMethod.POST, path, headers, body, MAX_ANSWER_BYTES)) {
            case HttpFailure failure -> {
                connection.close();
                yield failed(failure);
            }
            case HttpAnswer answer -> {
                keep(connection);
                yield delivery(answer.status());
            }
        };
    }

    private void keep(OutwardConnection connection) {
        if (connection.isOpen()) {
            kept = connection;
        } else {
            connection.close();
        }
    }

    private static SinkDelivery delivery(int status) {
        return switch (status) {
            case 200, 201, 202, 203, 204 -> new SinkDelivery.Delivered();
            case 400, 413, 422 -> new SinkDelivery.Unacceptable("the receiver answered with status " + status);
            default -> new SinkDelivery.Failed("the receiver answered with status " + status);
        };
    }

    private static SinkDelivery failed(HttpFailure failure) {
        return new SinkDelivery.Failed(
                switch (failure) {
                    case HttpFailure.Unreached(var reason, var _) -> "the receiver was not reached: " + reason.word();
                    case HttpFailure.Broken(var reason, var _) -> "the receiver did not answer: " + reason.word();
                    case HttpFailure.OverCount() -> "the receiver answered too much";
                    case HttpFailure.GivenUp() -> "the gateway ends";
                });
    }

    private void secrets(Map<String, String> headers, byte[] body) throws IOException {
        Path header = settings.headerFile();
        if (header != null) {
            headers.put(settings.header(), secret(header));
        }
        Path key = settings.hmacFile();
        if (key != null) {
            headers.put("Sallyport-Signature", "sha256=" + signature(secret(key), body));
        }
    }

    /** Returns a secret of one line, without the white space around it. */
    private static String secret(Path file) throws IOException {
        String secret = BoundedText.read(file, MAX_SECRET_BYTES).strip();
        if (secret.isEmpty() || secret.chars().anyMatch(Character::isISOControl)) {
            throw new IOException("no secret of one line");
        }
        return secret;
    }

    private static String signature(String key, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), HMAC));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    private static byte[] compressed(byte[] body) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory has no faults of a disk
        }
        return out.toByteArray();
    }

    @Override
    public void close() {
        OutwardConnection last = kept;
        kept = null;
        if (last != null) {
            last.close();
        }
    }
}
