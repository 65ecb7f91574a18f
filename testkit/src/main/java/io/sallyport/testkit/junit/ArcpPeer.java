package io.sallyport.testkit.junit;

import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.RequireTool.requireFile;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An ARCP runtime and submitter in a process of their own, from the Python package {@code agentruntimecontrolprotocol}
 * 1.1.3, over WebSocket. The package is looked up in the folder that {@code SALLYPORT_ARCP} names, else below the
 * user's cache.
 */
public final class ArcpPeer implements AutoCloseable {
    public static final String TOKEN = "peer-token";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;
    private final int port;

    private ArcpPeer(Process process) throws IOException {
        this.process = process;
        commands = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
        port = answer().path("port").asInt();
    }

    /** Starts one; aborts or fails the calling test if the package is missing. */
    public static ArcpPeer start(Path folder) throws IOException {
        Path python = require("python3");
        Path packages = packages();
        Path script = folder.resolve("peer.py");
        try (InputStream source = ArcpPeer.class.getResourceAsStream("peer.py")) {
            Files.write(script, source.readAllBytes());
        }
        var builder = new ProcessBuilder(python.toString(), script.toString(), TOKEN)
                .redirectError(folder.resolve("peer.log").toFile());
        builder.environment().put("PYTHONPATH", packages.toString());
        return new ArcpPeer(builder.start());
    }

    /** The folder of its packages, {@code websockets} among them; aborts or fails the calling test if it is missing. */
    public static Path packages() {
        String named = System.getenv("SALLYPORT_ARCP");
        return requireFile(named == null ? System.getProperty("user.home") + "/.cache/sallyport/arcp-1.1.3" : named);
    }

    public URI url() {
        return URI.create("ws://127.0.0.1:" + port + "/arcp");
    }

    /** Submits a job that follows the commands below; returns its id. */
    public String submit(String lease) throws IOException {
        return ask("{\"do\":\"submit\",\"lease\":" + lease + "}").path("job").asString();
    }

    public void metric(String job, String name, String value, String unit) throws IOException {
        ask("{\"do\":\"metric\",\"job\":\"%s\",\"metric\":{\"name\":\"%s\",\"value\":%s,\"unit\":\"%s\"}}"
                .formatted(job, name, value, unit));
    }

    /** Ends a job; {@code how} is {@code finish} or {@code fail}. */
    public void end(String job, String how) throws IOException {
        ask("{\"do\":\"%s\",\"job\":\"%s\"}".formatted(how, job));
    }

    /** Closes every connection except the submitter's. */
    public void drop() throws IOException {
        ask("{\"do\":\"drop\"}");
    }

    private JsonNode ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return answer();
    }

    private JsonNode answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the peer ended: exit code " + process.exitValue());
        }
        return JSON.readTree(line);
    }

    @Override
    public void close() throws IOException {
        commands.close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
