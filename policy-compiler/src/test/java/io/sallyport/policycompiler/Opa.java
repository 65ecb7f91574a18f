package io.sallyport.policycompiler;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The real {@code opa}, in the embedded version. */
public final class Opa {
    /** The Go module that pins OPA; tests run in their module's directory. */
    private static final Path PIN = Path.of("../rego-engine/opa-compiler");

    private static @Nullable Opa known; // guarded by the class

    private final Path program;

    private Opa(Path program) {
        this.program = program;
    }

    /** Aborts or fails the calling test if Go is missing. */
    public static synchronized Opa require() {
        Path go = RequireTool.require("go");
        Opa opa = known;
        if (opa == null) {
            opa = new Opa(Path.of(
                    run(PIN, List.of(go.toString(), "tool", "-n", "opa")).strip()));
            known = opa;
        }
        return opa;
    }

    /** Returns the values of {@code query}, which must be one array, over {@code arguments} (bundles and data). */
    List<RegoValue> eval(List<String> arguments, String query) {
        List<String> command =
                new ArrayList<>(List.of(program.toString(), "eval", "--strict-builtin-errors", "--format", "json"));
        command.addAll(arguments);
        command.add(query);
        RegoObject answer = (RegoObject) RegoJson.valueOf(run(PIN, command));
        RegoArray results = (RegoArray) at(answer, "result");
        RegoArray expressions = (RegoArray) at((RegoObject) results.get(0), "expressions");
        RegoArray values = (RegoArray) at((RegoObject) expressions.get(0), "value");
        List<RegoValue> found = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            found.add(values.get(i));
        }
        return found;
    }

    /** Runs any other command in {@code folder}. */
    public String run(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return run(folder, command);
    }

    /** Runs a command whose exit code must be {@code exit}. */
    public String runTo(int exit, Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return run(folder, command, exit);
    }

    private static RegoValue at(RegoObject object, String key) {
        RegoValue value = object.get(key);
        if (value == null) {
            throw new AssertionError("opa answered no " + key + ": " + object);
        }
        return value;
    }

    private static String run(Path directory, List<String> command) {
        return run(directory, command, 0);
    }

    private static String run(Path directory, List<String> command, int exit) {
        try {
            Path errors = Files.createTempFile("opa", ".err");
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectError(errors.toFile())
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != exit) {
                throw new AssertionError(command + " failed: " + out + Files.readString(errors));
            }
            Files.delete(errors);
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
