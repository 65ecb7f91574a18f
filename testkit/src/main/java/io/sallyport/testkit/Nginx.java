package io.sallyport.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real nginx that serves one folder over TLS on loopback. It is listening when {@link #start} returns; closing stops
 * it.
 */
public final class Nginx implements AutoCloseable {
    private static final Duration ATMOST = Duration.ofSeconds(30);

    private final List<String> command;
    private final Path folder;
    private final int port;

    private Nginx(List<String> command, Path folder, int port) {
        this.command = command;
        this.folder = folder;
        this.port = port;
    }

    /**
     * Serves {@code root}; its own files are in {@code folder}.
     *
     * @param program nginx's executable
     */
    public static Nginx start(Path program, Path folder, Path root, TestCa.Leaf leaf) {
        int port = freePort();
        try {
            Files.writeString(folder.resolve("chain.pem"), leaf.chainPem());
            Files.writeString(folder.resolve("key.pem"), leaf.keyPem());
            Files.writeString(folder.resolve("nginx.conf"), configuration(folder, root, port));
        } catch (IOException e) {
            throw new UncheckedIOException("the files of nginx cannot be written", e);
        }
        var nginx = new Nginx(
                List.of(program.toString(), "-p", folder + "/", "-c", "nginx.conf", "-e", "error.log"), folder, port);
        nginx.run(nginx.command);
        return nginx;
    }

    /**
     * Writes the configuration. nginx goes into the background only once it listens, so its command ends when it is
     * ready.
     */
    private static String configuration(Path folder, Path root, int port) {
        return """
                %s
                worker_processes 1;
                pid nginx.pid;
                events {}
                http {
                  access_log off;
                  types { text/html html; text/xml pom; }
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                  server {
                    listen 127.0.0.1:%d ssl http2;
                    ssl_certificate chain.pem;
                    ssl_certificate_key key.pem;
                    root "%s";
                  }
                }
                """.formatted(isRoot(folder) ? "user root;" : "", port, root.toAbsolutePath());
    }

    private static boolean isRoot(Path ours) {
        try {
            return Files.getOwner(ours).getName().equals("root");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no port is free", e);
        }
    }

    /** Returns the address as {@code 127.0.0.1:port}. */
    public String hostPort() {
        return "127.0.0.1:" + port;
    }

    private void run(List<String> all) {
        Client.Ended ended = Client.run(folder, Map.of(), ATMOST, all);
        if (ended.exit() != 0) {
            throw new IllegalStateException(String.join(" ", all) + ": " + ended.err());
        }
    }

    @Override
    public void close() {
        if (Files.exists(folder.resolve("nginx.pid"))) {
            stop();
        }
    }

    /** Stops it before it is closed. */
    public void stop() {
        var stop = new ArrayList<>(command);
        stop.addAll(List.of("-s", "stop"));
        run(stop);
    }
}
