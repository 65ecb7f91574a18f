package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.junit.PythonPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A server in Python over TLS, in a process of its own: a program that reads {@code chain.pem} and {@code key.pem} of
 * its folder, listens on loopback and prints the port first.
 */
final class PythonServer implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Client process;
    private final String hostPort;

    private PythonServer(Client process) {
        this.process = process;
        String port = process.awaitOutput(out -> out.contains("\n"), SOON).strip();
        this.hostPort = "127.0.0.1:" + port;
    }

    /** Starts {@code program} with the {@link PythonPackages}; aborts or fails the calling test if they are missing. */
    static PythonServer start(Path folder, TestCa.Leaf leaf, String program) throws IOException {
        Files.writeString(folder.resolve("chain.pem"), leaf.chainPem());
        Files.writeString(folder.resolve("key.pem"), leaf.keyPem());
        Path file = Files.writeString(folder.resolve("server.py"), program);
        List<String> command = List.of(require("python3").toString(), file.toString());
        return new PythonServer(Client.start(folder, PythonPackages.variables(), command));
    }

    /** Returns the address as {@code 127.0.0.1:port}. */
    String hostPort() {
        return hostPort;
    }

    @Override
    public void close() {
        process.close();
    }
}
