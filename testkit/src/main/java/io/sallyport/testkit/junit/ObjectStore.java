package io.sallyport.testkit.junit;

import static io.sallyport.testkit.junit.RequireTool.require;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The S3 server of the Python package {@code moto} over TLS, in a process of its own. Buckets are parts of paths. */
public final class ObjectStore implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Pattern RUNNING = Pattern.compile("Running on https://(127\\.0\\.0\\.1:\\d+)\\s");

    private final Client process;
    private final String hostPort;

    private ObjectStore(Client process) {
        this.process = process;
        Matcher matcher =
                RUNNING.matcher(process.awaitError(err -> RUNNING.matcher(err).find(), SOON));
        if (!matcher.find()) {
            throw new IllegalStateException("no port in " + process.errorSoFar());
        }
        this.hostPort = matcher.group(1);
    }

    /** Starts one; aborts or fails the calling test if {@link PythonPackages} are missing. */
    public static ObjectStore start(Path folder, TestCa.Leaf leaf) throws IOException {
        Map<String, String> environment = new HashMap<>(PythonPackages.variables());
        environment.put("S3_IGNORE_SUBDOMAIN_BUCKETNAME", "1");
        Path chain = Files.writeString(folder.resolve("store-chain.pem"), leaf.chainPem());
        Path key = Files.writeString(folder.resolve("store-key.pem"), leaf.keyPem());
        return new ObjectStore(Client.start(
                folder,
                environment,
                List.of(
                        require("python3").toString(),
                        "-m",
                        "moto.server",
                        "-H",
                        "127.0.0.1",
                        "-p",
                        "0",
                        "--ssl",
                        "--ssl-cert",
                        chain.toString(),
                        "--ssl-key",
                        key.toString())));
    }

    /** Returns the address as {@code 127.0.0.1:port}. */
    public String hostPort() {
        return hostPort;
    }

    @Override
    public void close() {
        process.close();
    }
}
