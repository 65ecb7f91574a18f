package io.sallyport.apiservers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A server of a known kind of badness, as a program: {@code MODE --port N --token T --bind-address A}. */
public final class SampleServer {
    /** Of what {@code /flood} says: 25 MB. */
    static final int FLOOD_LINES = 250_000;

    private final List<String> arguments;

    private SampleServer(List<String> arguments) {
        this.arguments = arguments;
    }

    /** What to start for {@code mode}. */
    static ApiServerSpec spec(String name, String mode, Map<String, String> environment) {
        return new ApiServerSpec(
                new ApiServerName(name),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        classPath(),
                        SampleServer.class.getName(),
                        mode),
                0,
                environment,
                Set.copyOf(environment.values()),
                TokenDelivery.FLAG);
    }

    /** Where it is, and other programs of the tests that need nothing but the JDK. */
    public static String classPath() {
        return Path.of(URI.create(SampleServer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
    }

    public static void main(String... arguments) throws Exception {
        new SampleServer(List.of(arguments)).run();
    }

    private void run() throws Exception {
        switch (arguments.getFirst()) {
            case "early" -> {
                System.err.println("no such database");
                System.exit(3);
            }
            case "hang" -> new CountDownLatch(1).await();
            case "unwell" -> serve("{\"status\":\"starting\"}");
            case "noisy" -> {
                tellSecrets();
                serve("{\"status\":\"ok\"}");
            }
            case "forking" -> {
                Process child = new ProcessBuilder("sleep", "1000").inheritIO().start();
                System.err.println("child " + child.pid());
                serve("{\"status\":\"ok\"}");
            }
            case "straying" -> {
                Process child = new ProcessBuilder("setsid", "sleep", "1000")
                        .inheritIO()
                        .start();
                System.err.println("child " + child.pid());
                serve("{\"status\":\"ok\"}");
            }
            case "stubborn" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(SampleServer::stayForEver));
                serve("{\"status\":\"ok\"}");
            }
            case "nosy" -> {
                System.err.println("environment " + new TreeMap<>(System.getenv()));
                System.err.println("folder " + Path.of("").toAbsolutePath());
                serve("{\"status\":\"ok\"}");
            }
            case "secretive" -> {
                System.err.println("read "
                        + Files.readString(Path.of(flag("--token-file"))).length());
                serve("{\"status\":\"ok\"}");
            }
            default -> serve("{\"status\":\"ok\"}");
        }
    }

    private void tellSecrets() {
        String token = flag("--token");
        System.err.println("token " + token);
        System.err.print("split " + token.substring(0, 10));
        System.err.flush();
        System.err.println(token.substring(10));
        System.out.println("on stdout " + token + ", key " + System.getenv("BUILD_KEY"));
        for (int line = 0; line < 500; line++) {
            System.err.println("line " + line + " " + "x".repeat(100));
        }
    }

    private void flood() throws IOException {
        try (var err = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.err), 5000))) {
            for (int line = 0; line < FLOOD_LINES; line++) {
                err.print(line % 100 == 0 ? "token " + flag("--token") + "\n" : "");
                err.print("flood " + line + " " + "x".repeat(88) + "\n");
            }
        }
    }

    private void serve(String health) throws IOException {
        var address =
                new InetSocketAddress(InetAddress.getByName(flag("--bind-address")), Integer.parseInt(flag("--port")));
        HttpServer server = HttpServer.create(address, 0);
        // one that says much is asked for its health meanwhile
        server.setExecutor(
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory()));
        server.createContext("/healthz", exchange -> answer(exchange, health));
        server.createContext("/crash", exchange -> {
            System.err.println("out of luck");
            Runtime.getRuntime().halt(7);
        });
        server.createContext("/flood", exchange -> {
            flood();
            answer(exchange, "{}");
        });
        server.createContext("/deaf", exchange -> {
            answer(exchange, "{}");
            server.stop(0);
        });
        server.start();
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String flag(String name) {
        int at = arguments.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException(name + " is missing in " + Arrays.toString(arguments.toArray()));
        }
        return arguments.get(at + 1);
    }

    private static void stayForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
