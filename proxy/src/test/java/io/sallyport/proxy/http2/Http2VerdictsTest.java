package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Judge;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests, each asked in HTTP/1.1 and on a stream of HTTP/2: same verdict, same reason, same bytes dialled. */
class Http2VerdictsTest {
    private static final int ROUNDS = 40;
    private static final List<String> METHODS =
            List.of("GET", "GET", "POST", "DELETE", "HEAD", "OPTIONS", "get", "PRI");
    private static final List<String> AUTHORITIES = List.of(
            "a.test", "a.test", "a.test", "A.Test", "a.test:443", "a.test:8443", "b.test", "u@a.test", "a.test.");
    private static final List<String> PIECES = List.of(
            "open", "closed", "/", "/", "//", ".", "..", "%2e", "%2E%2e", "%2F", "%5c", "\\", "%00", "%zz", "%",
            "%C3%A9", "%c0%af", ";x=1", "?", "?q=1", "&q=%26", "#", "*", "|", "+", "~", "%7e");
    private static final List<List<String>> FIELDS = List.of(
            List.of("accept", "*/*"),
            List.of("cookie", "a=1"),
            List.of("te", "trailers"),
            List.of("via", "1.1 sallyport"),
            List.of("via", "1.1 other"),
            List.of("range", "bytes=0-1"),
            List.of("authorization", "Basic eDp5"),
            List.of("x-forwarded-for", "192.0.2.1"),
            List.of("expect", "100-continue"),
            List.of("expect", "200-maybe"),
            List.of("max-forwards", "0"),
            List.of("proxy-authorization", "Basic eDp5"),
            List.of("x-nul", "a\0b"),
            List.of("x y", "1"),
            List.of("x-high", "\u00e9"),
            List.of("content-length", "x"),
            List.of("content-length", "+3"));

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), request -> Answer.text(200, "reached"));
    private final InterceptingGateway gateway =
            new InterceptingGateway(TlsProvider.BORINGSSL, publicCa, Map.of("a.test:443", web.hostPort()));

    Http2VerdictsTest() {
        Decision inspected = TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of()));
        Judge judge = request -> request.path() == null
                        || (request.path().text().startsWith("/open") && !"DELETE".equals(request.method()))
                ? inspected
                : Decision.Deny.of(ReasonCode.NO_GRANT);
        gateway.add("sb-1", judge);
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    record Request(String method, String authority, String path, List<List<String>> fields, String body) {
        static Request random(Random random) {
            var path = new StringBuilder(random.nextInt(3) == 0 ? "/" : "/open/");
            for (int n = random.nextInt(5); n > 0; n--) {
                path.append(pick(random, PIECES));
            }
            List<List<String>> fields = new ArrayList<>(FIELDS);
            Collections.shuffle(fields, random);
            fields = fields.subList(0, Math.max(0, random.nextInt(4) - 1));
            String method = pick(random, METHODS);
            String body = method.equals("POST") && random.nextBoolean() ? "abc" : "";
            return new Request(method, pick(random, AUTHORITIES), path.toString(), fields, body);
        }

        private static <T> T pick(Random random, List<T> all) {
            return all.get(random.nextInt(all.size()));
        }

        private boolean saysLength() {
            return fields.stream().anyMatch(field -> field.getFirst().equals("content-length"));
        }

        String http1() {
            return http1("");
        }

        /** @param origin what stands before the path */
        String http1(String origin) {
            StringBuilder text =
                    new StringBuilder(method + " " + origin + path + " HTTP/1.1\r\nHost: " + authority + "\r\n");
            fields.forEach(field -> text.append(field.getFirst() + ": " + field.getLast() + "\r\n"));
            if (!body.isEmpty() && !saysLength()) {
                text.append("Content-Length: " + body.length() + "\r\n");
            }
            return text + "\r\n" + body;
        }

        String[] http2() {
            return http2("https");
        }

        String[] http2(String scheme) {
            List<String> all = new ArrayList<>(
                    List.of(":method", method, ":scheme", scheme, ":authority", authority, ":path", path));
            fields.forEach(all::addAll);
            if (!body.isEmpty() && !saysLength()) {
                all.addAll(List.of("content-length", Integer.toString(body.length())));
            }
            return all.toArray(String[]::new);
        }
    }

    /** What came of a request: what the client was told, what was recorded, and what the target received. */
    private record Outcome(String status, ReasonCode reason, List<String> received) {}

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {61, 62, 63})
    void aRequestHasOneVerdictWhateverItIsSpokenIn(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Request request = Request.random(random);
            Outcome first = outcome(() -> inHttp1(request));
            Outcome second = outcome(() -> inHttp2(request));
            assertThat(second).as(request.toString()).isEqualTo(first);
        }
        assertThat(web.received()).hasSizeGreaterThan(ROUNDS / 10);
    }

    private interface Asked {
        String status() throws Exception;
    }

    private Outcome outcome(Asked asked) throws Exception {
        int received = web.received().size();
        int records = gateway.audit.records().size();
        String status = asked.status();
        gateway.audit.await(records + 3);
        List<AuditEvent> events = gateway.audit.records().subList(records, records + 3);
        List<ReasonCode> reasons = events.stream()
                .filter(event -> event.kind().equals("http"))
                .map(AuditEvent::reason)
                .toList();
        assertThat(reasons).as(events.toString()).hasSize(1);
        List<String> reached = web.received().subList(received, web.received().size()).stream()
                .map(Http2VerdictsTest::written)
                .toList();
        return new Outcome(status, reasons.getFirst(), reached);
    }

    /**
     * A received request without what a hop may write in its own way: the case of names, their order, and the version
     * that {@code Via} says.
     */
    private static String written(ReceivedRequest request) {
        List<String> fields = request.headers().stream()
                .map(field -> field.getKey().toLowerCase(Locale.ROOT) + ": " + field.getValue())
                .map(field -> field.startsWith("via: ") ? field.replace("2 sallyport", "1.1 sallyport") : field)
                .sorted()
                .toList();
        return request.method() + " " + request.target() + " " + fields + " "
                + request.body().text();
    }

    private SSLSocket tls() throws Exception {
        return gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test");
    }

    private String inHttp1(Request request) throws Exception {
        try (SSLSocket socket = tls()) {
            socket.getOutputStream().write(request.http1().getBytes(StandardCharsets.ISO_8859_1));
            String status = statusOf(socket);
            return status.equals("100") ? statusOf(socket) : status;
        }
    }

    private static String statusOf(SSLSocket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new EOFException("ended after " + head);
            }
            head.append((char) next);
        }
        return head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
    }

    private String inHttp2(Request request) throws Exception {
        try (FrameClient client = new FrameClient(tls())) {
            client.headers(1, request.body().isEmpty(), request.http2());
            if (!request.body().isEmpty()) {
                client.data(1, true, request.body());
            }
            return client.answer(1).status();
        } catch (EOFException reset) {
            return "400"; // a length that cannot be read is a reset (RFC 9113 section 8.1.1), before anybody could
            // answer
        }
    }
}
