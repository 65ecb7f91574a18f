package io.sallyport.apiservers.check;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A server that gets wrong what can be got wrong, in several ways: {@code WAY --port N ...}. */
public final class SloppyServer {
    private static final String TOOL = "{\"name\": \"NAME\", \"description\": \"does\", \"endpoint\": \"/do\","
            + " \"method\": \"POST\", \"input_schema\": {\"type\": \"object\"}}";
    /** So many calls, and it has had enough for ever. */
    private static final int FLOOD = 40;
    /** More than the 16 KiB that are wanted, and less than what many a library takes. */
    private static final int HEAD_CHARACTERS = 20_000;

    /** Those that want their token, and get one thing wrong. */
    private static final Set<String> CAREFUL = Set.of("fragile", "forgetful", "miserly");

    private static final long SECOND = 1_000_000_000;
    private static final int LIMIT_BYTES = 1 << 20;

    private final String way;
    private final String token;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong asked = new AtomicLong(System.nanoTime() - 2 * SECOND);

    private SloppyServer(String way, String token) {
        this.way = way;
        this.token = token;
    }

    public static void main(String... arguments) throws IOException {
        List<String> all = List.of(arguments);
        if (all.getFirst().equals("dead")) {
            System.err.println("cannot open its database");
            System.exit(4);
        }
        if (CAREFUL.contains(all.getFirst()) && !all.contains("--token")) {
            System.err.println("there is no token");
            System.exit(2);
        }
        String token = all.contains("--token") ? all.get(all.indexOf("--token") + 1) : "";
        new SloppyServer(all.getFirst(), token).serve(Integer.parseInt(all.get(all.indexOf("--port") + 1)));
    }

    @SuppressWarnings("AddressSelection") // listening on every address is one of its faults
    private void serve(int port) throws IOException {
        System.out.println("hello");
        System.err.println("the token is " + token);
        if (way.equals("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(SloppyServer::stay));
        }
        try (var listener = new ServerSocket();
                ExecutorService few = Executors.newFixedThreadPool(20)) {
            listener.bind(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), port), 500);
            while (true) {
                Socket caller = listener.accept();
                few.execute(() -> answer(caller));
            }
        } catch (IOException _) {
            System.exit(0); // the port is taken, and it says that all is well
        }
    }

    private void answer(Socket caller) {
        try (caller) {
            var stream = new BufferedInputStream(caller.getInputStream());
            String head = head(stream);
            int length = head.indexOf("Content-Length: ");
            byte[] body = new byte[0];
            if (length >= 0) {
                body = stream.readNBytes(Integer.parseInt(head.substring(length + 16, head.indexOf('\r', length))));
            }
            String target = head.split(" ", 3)[1];
            String answer = CAREFUL.contains(way) ? careful(target, head, body) : said(target, head);
            byte[] said = answer.getBytes(StandardCharsets.UTF_8);
            caller.getOutputStream().write(said);
        } catch (IOException | ArrayIndexOutOfBoundsException _) {
            System.err.println("a caller is gone");
        }
    }

    private String careful(String target, String head, byte[] body) {
        if (target.equals("/healthz")) {
            return mayAsk() ? reply("200 OK", "{\"status\":\"ok\"}") : reply("429 Enough", "{\"error\":\"enough\"}");
        }
        boolean open = way.equals("forgetful") && target.equals("/second");
        if (!open && !head.contains("Authorization: Bearer " + token + "\r")) {
            return reply("401 Unauthorized", "{\"error\":\"who?\"}");
        }
        if (target.equals("/tools.json")) {
            String first = TOOL.replace("NAME", "first");
            return reply(
                    "200 OK",
                    "[" + first + ", " + first.replace("/do", "/second").replace("first", "second") + "]");
        }
        return body.length > 0 ? read(head, body) : reply("200 OK", "{}");
    }

    private String read(String head, byte[] body) {
        if (!head.contains("Content-Type: application/json")) {
            return reply("415 Unsupported", "{\"error\":\"no JSON\"}");
        }
        if (way.equals("fragile")) {
            System.err.println("cannot read " + (char) body[0] + (char) body[1]);
            Runtime.getRuntime().halt(70);
        }
        return reply(body.length > LIMIT_BYTES ? "413 Too Large" : "400 Bad", "{\"error\":\"no\"}");
    }

    /** One that is miserly is asked once a second. */
    private boolean mayAsk() {
        long now = System.nanoTime();
        long before = asked.getAndUpdate(last -> now - last > SECOND ? now : last);
        return !way.equals("miserly") || now - before > SECOND;
    }

    private String said(String target, String head) {
        if (way.equals("stubborn") && calls.incrementAndGet() > FLOOD) {
            return reply("429 Enough", "enough");
        }
        if (head.length() > HEAD_CHARACTERS) {
            return reply("431 Request Header Fields Too Large", "too large");
        }
        return switch (target) {
            case "/healthz" -> reply("200 OK", "fine");
            case "/tools.json" ->
                reply("200 OK", "[" + TOOL.replace("NAME", name()) + "]")
                        .replaceFirst("\r", "\r\nContent-Encoding: identity\r");
            case "/no-such-path" -> reply("410 Gone", "gone: " + head);
            default -> reply("200 OK", "did " + head);
        };
    }

    /** One that is vague about its name has nothing else to be looked at. */
    private String name() {
        if (way.equals("vague") && calls.incrementAndGet() > 1) {
            Runtime.getRuntime().halt(1);
        }
        return way.equals("vague") ? "do it" : "do";
    }

    private static String head(InputStream stream) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            int next = stream.read();
            if (next < 0) {
                throw new IOException("the head ends early");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static String reply(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
    }

    private static void stay() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
