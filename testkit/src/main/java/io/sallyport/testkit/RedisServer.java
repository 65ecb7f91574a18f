package io.sallyport.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A real Redis on loopback, and what can happen to it. It accepts connections when {@link #start} returns; closing
 * kills it. Used by one thread.
 */
public final class RedisServer implements AutoCloseable {
    private static final String DUMP = "dump.rdb";

    private final Path program;
    private final Path folder;
    private final int port;
    private final List<String> options;
    private Process process;

    private RedisServer(Path program, Path folder, int port, List<String> options) throws IOException {
        this.program = program;
        this.folder = folder;
        this.port = port;
        this.options = options;
        this.process = launch();
    }

    /**
     * Starts one on a free port that writes nothing by itself.
     *
     * @param program its executable
     * @param folder empty, for its files
     * @param options of its command line beside
     */
    public static RedisServer start(Path program, Path folder, String... options) throws IOException {
        return new RedisServer(program, folder, freePort(), List.of(options));
    }

    private static int freePort() throws IOException {
        try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    /** As {@link #start}, with TLS alone. */
    public static RedisServer startTls(Path program, Path folder, TestCa.Leaf leaf) throws IOException {
        Path chain = Files.writeString(folder.resolve("chain.pem"), leaf.chainPem());
        Path key = Files.writeString(folder.resolve("key.pem"), leaf.keyPem());
        return start(
                program,
                folder,
                "--tls-auth-clients",
                "no",
                "--tls-cert-file",
                chain.toString(),
                "--tls-key-file",
                key.toString());
    }

    private Process launch() throws IOException {
        var command = new ArrayList<>(List.of(
                program.toString(), "--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", "", "--dir"));
        command.add(folder.toString());
        command.addAll(options);
        if (options.contains("--tls-cert-file")) {
            command.addAll(List.of("--port", "0", "--tls-port", Integer.toString(port)));
        }
        Process started = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader out = started.inputReader();
        String line = out.readLine();
        while (line != null && !line.contains("Ready to accept connections")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("redis-server ended");
        }
        Thread.ofVirtual().start(() -> drain(out));
        return started;
    }

    private static void drain(BufferedReader out) {
        try (out) {
            while (out.readLine() != null) {}
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Stops it as a debugger does: its connections stay, and nothing is answered. */
    public void pause() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    /** Kills it: what it has not written is lost. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Starts it again on its port, with what it has written. */
    public void restart() throws IOException {
        process = launch();
    }

    /** Runs one of its commands. */
    public String run(String... words) throws IOException {
        var command =
                new ArrayList<>(List.of(program.resolveSibling("redis-cli").toString(), "-p", Integer.toString(port)));
        command.addAll(List.of(words));
        try (BufferedReader out =
                new ProcessBuilder(command).redirectErrorStream(true).start().inputReader()) {
            return String.join("\n", out.lines().toList());
        }
    }

    /** Writes what it holds now, for a later {@link #restore}. */
    public void keep() throws IOException {
        run("SAVE");
        Files.copy(folder.resolve(DUMP), folder.resolve("kept.rdb"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Kills it and starts it with what {@link #keep} wrote last. */
    public void restore() throws IOException {
        kill();
        Files.copy(folder.resolve("kept.rdb"), folder.resolve(DUMP), StandardCopyOption.REPLACE_EXISTING);
        restart();
    }

    /** Kills it and starts it with nothing. */
    public void restartEmpty() throws IOException {
        kill();
        Files.deleteIfExists(folder.resolve(DUMP));
        restart();
    }

    private void signal(String name) {
        try {
            int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IllegalStateException("redis-server got no signal");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
