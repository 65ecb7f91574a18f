package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.policy.query.OneCompilation;
import io.sallyport.documents.UnifiedDiff;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompileRequest.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Formats Rego with OPA's formatter. */
@Command(
        name = "fmt",
        mixinStandardHelpOptions = true,
        description =
                "Prints .rego files as OPA formats them. Searches folders. Reads standard input without " + "PATH.",
        exitCodeList = {"0:done", "1:with --fail, a file would change", "2:a file does not parse; nothing is written"})
final class PolicyFormat implements Callable<Integer> {
    private static final String STANDARD_INPUT = "stdin";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RegoVersionOption version = new RegoVersionOption();

    @Option(
            names = {"-w", "--write"},
            description = "Write the files instead of printing them.")
    private boolean write;

    @Option(
            names = {"-l", "--list"},
            description = "Print the names of files that would change.")
    private boolean list;

    @Option(
            names = {"-d", "--diff"},
            description = "Print a unified diff of what would change.")
    private boolean diff;

    @Option(names = "--fail", description = "End with 1 where a file would change, and print only its name.")
    private boolean fail;

    @Option(names = "--v0-v1", description = "Rewrite so that the files mean the same as Rego version 0 and 1.")
    private boolean upgrade;

    @Parameters(arity = "0..*", paramLabel = "PATH", description = "Files and folders.")
    private List<Path> paths = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        if (write && (paths.isEmpty() || diff)) {
            throw CliException.unusable("--write: takes PATH, and no --diff");
        }
        Map<String, String> texts = texts();
        boolean changes = false;
        for (var formatted : formatted(texts).entrySet()) {
            String file = formatted.getKey();
            String before = texts.getOrDefault(file, "");
            boolean changed = !formatted.getValue().equals(before);
            changes |= changed;
            if (write && changed) {
                save(Path.of(file), formatted.getValue());
            }
            tell(file, before, formatted.getValue(), changed);
        }
        spec.commandLine().getOut().flush();
        return fail && changes ? ExitCodes.NO : ExitCodes.OK;
    }

    private void tell(String file, String before, String after, boolean changed) {
        PrintWriter out = spec.commandLine().getOut();
        if (diff) {
            out.print(UnifiedDiff.of(file, before, after));
        }
        if (changed && (list || (fail && !diff))) {
            out.println(file);
        } else if (!write && !list && !diff && !fail) {
            out.print(after);
        }
    }

    private Map<String, String> texts() throws CliException {
        Map<String, String> texts = new LinkedHashMap<>();
        if (paths.isEmpty()) {
            texts.put(STANDARD_INPUT, standardInput());
        }
        for (Path path : paths) {
            for (Path file : filesBelow(path)) {
                texts.put(file.toString(), InputFiles.text(file));
            }
        }
        return texts;
    }

    private static String standardInput() throws CliException {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw CliException.unusable("standard input cannot be read: " + e.getMessage());
        }
    }

    private static List<Path> filesBelow(Path path) throws CliException {
        try (Stream<Path> below = Files.walk(path)) {
            return below.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(".rego"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw CliException.unusable(path + ": cannot be read: " + e.getMessage());
        }
    }

    private Map<String, String> formatted(Map<String, String> texts) throws CliException {
        CompileRequest request = CompileRequest.of(texts, List.of())
                .inVersion0(version.v0(texts.keySet()))
                .asking(upgrade ? Kind.UPGRADE : Kind.FORMAT);
        return OneCompilation.of(request).analysis().formatted();
    }

    private static void save(Path file, String text) throws CliException {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw CliException.unreachable(file + ": cannot be written: " + e.getMessage());
        }
    }
}
