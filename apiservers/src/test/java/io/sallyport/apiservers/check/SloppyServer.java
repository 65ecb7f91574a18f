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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that gets wrong what can be got wrong, in several ways: {@code WAY --port N ...}. */
public final class SloppyServer {
    private static final String TOOL = "{\"name\": \"NAME\", \"description\": \"does\", \"endpoint\": \"/do\","
            + " \"method\": \"POST\", \"input_schema\": {\"type\": \"object\"}}";
    /** So many calls, and it has had enough for ever. */
    private static final int FLOOD = 40;

    private final String way;
    private final String token;
    private final AtomicInteger calls = new AtomicInteger();

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
            if (length >= 0) {
                stream.readNBytes(Integer.parseInt(head.substring(length + 16, head.indexOf('\r', length))));
            }
            String target = head.split(" ", 3)[1];
            byte[] said = said(target, head).getBytes(StandardCharsets.UTF_8);
            caller.getOutputStream().write(said);
        } catch (IOException | ArrayIndexOutOfBoundsException _) {
            System.err.println("a caller is gone");
        }
    }

    private String said(String target, String head) {
        if (way.equals("stubborn") && calls.incrementAndGet() > FLOOD) {
            return reply("429 Enough", "enough");
        }
        return switch (target) {
            case "/healthz" -> reply("200 OK", "fine");
            case "/tools.json" -> reply("200 OK", "[" + TOOL.replace("NAME", name()) + "]");
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
