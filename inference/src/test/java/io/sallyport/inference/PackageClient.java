package io.sallyport.inference;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.junit.PythonPackages;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a script of the tests with a package of a provider. */
final class PackageClient {
    private static final Duration SOON = Duration.ofMinutes(1);

    private PackageClient() {}

    /** Returns what the script prints, line by line; skips the test where the package is missing. */
    static List<String> lines(Path folder, String script, Origin server, String... arguments) throws IOException {
        Map<String, String> variables = PythonPackages.variables();
        RequireTool.requireFile(variables.get("PYTHONPATH") + "/ollama"); // the last one that was added
        try (InputStream source = PackageClient.class.getResourceAsStream(script)) {
            Files.write(folder.resolve(script), source.readAllBytes());
        }
        List<String> command =
                new ArrayList<>(List.of(RequireTool.require("python3").toString(), script));
        command.addAll(List.of(arguments));
        command.add("http://" + server.hostPort());
        Client.Ended ended = Client.run(folder, variables, SOON, command);
        if (ended.exit() != 0) {
            throw new AssertionError(ended.out() + ended.err());
        }
        return ended.out().lines().toList();
    }
}
