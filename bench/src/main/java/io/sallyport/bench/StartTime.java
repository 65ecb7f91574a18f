package io.sallyport.bench;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code StartTime FOLDER COUNT JAR}: stores COUNT sandboxes of 20 grants each in FOLDER, then repeatedly starts the
 * jar as the launcher does. Measures the time from the start of the process to the answer to the first request, which a
 * sandbox makes with its token and the policy refuses.
 */
public final class StartTime {
    private static final int GRANTS = 20;
    private static final int STARTS = 9;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path folder;
    private final Path config;
    private final Path jar;

    private StartTime(Path folder, Path config, Path jar) {
        this.folder = folder;
        this.config = config;
        this.jar = jar;
    }

    public static void main(String... args) throws Exception {
        Path folder = Path.of(args[0]);
        Path config = Gateways.config(folder);
        String token = store(config, Integer.parseInt(args[1]));
        var measured = new StartTime(folder, config, Path.of(args[2]));
        measured.start(token); // the first start creates the class archive
        long[] nanos = new long[STARTS];
        for (int i = 0; i < STARTS; i++) {
            nanos[i] = measured.start(token);
        }
        Arrays.sort(nanos);
        System.out.printf(
                "start to first answer with %s stored sandboxes, %d starts: median %.0f ms, longest %.0f ms%n",
                args[1], STARTS, nanos[STARTS / 2] / 1e6, nanos[STARTS - 1] / 1e6);
    }

    /** Stores the sandboxes; returns the token of the first one. */
    private static String store(Path config, int count) throws Exception {
        String token = "";
        try (Service service = Gateways.start(config);
                AdminClient admin = Gateways.client(service.endpoints())) {
            for (int i = 0; i < Math.max(1, count); i++) {
                AdminClient.Reply reply =
                        admin.put(DistinctLeases.id(i), DistinctLeases.of("sb-" + i, GRANTS), false, null);
                if (reply.status() != 201) {
                    throw new IOException("refused: " + reply);
                }
                token = i == 0 ? reply.body().path("token").asString() : token;
            }
        }
        return token;
    }

    private long start(String token) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseSerialGC",
                        "-XX:+AutoCreateSharedArchive",
                        "-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"),
                        "-Xlog:cds=off",
                        "-Xlog:cds+dynamic=off",
                        "-Xlog:aot=off",
                        "-jar",
                        jar.toString(),
                        "serve",
                        "--config",
                        config.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        long start = System.nanoTime();
        Process process = builder.start();
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String ready = out.readLine();
            if (ready == null) {
                throw new IOException("it did not start");
            }
            ask(URI.create(JSON.readTree(ready).path("proxy").asString()), token);
            return System.nanoTime() - start;
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static void ask(URI proxy, String token) throws IOException {
        try (var socket = new Socket(proxy.getHost(), proxy.getPort())) {
            String request =
                    "GET http://nowhere.invalid/ HTTP/1.1\r\nHost: nowhere.invalid\r\nProxy-Authorization: Bearer "
                            + token + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            byte[] answer = socket.getInputStream().readNBytes(12);
            if (!new String(answer, StandardCharsets.ISO_8859_1).equals("HTTP/1.1 403")) {
                throw new IOException("answered: " + new String(answer, StandardCharsets.ISO_8859_1));
            }
        }
    }
}
