package io.sallyport.gateway.cli;

import io.sallyport.policycompiler.RegoDiagnostics;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Rego as OPA's formatter writes it. */
@Command(
        name = "fmt",
        mixinStandardHelpOptions = true,
        description = {
            "Prints .rego files as OPA formats them; folders are looked through.",
            "0: done; 1: with --fail, a file would change; 2: a file does not parse, and nothing is written."
        })
final class PolicyFormat implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-w", "--write"},
            description = "Write the files instead of printing them.")
    private boolean write;

    @Option(
            names = {"-l", "--list"},
            description = "Print the names of files that would change.")
    private boolean list;

    @Option(names = "--fail", description = "Answer 1 where a file would change; prints nothing but its name.")
    private boolean fail;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
    private List<Path> paths = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        Map<String, Path> files = files();
        Map<String, String> texts = new LinkedHashMap<>();
        for (var file : files.entrySet()) {
            texts.put(file.getKey(), InputFiles.text(file.getValue()));
        }
        PrintWriter out = spec.commandLine().getOut();
        boolean changes = false;
        for (var formatted : formatted(texts).entrySet()) {
            boolean changed = !formatted.getValue().equals(texts.get(formatted.getKey()));
            changes |= changed;
            if (write && changed) {
                save(files.getOrDefault(formatted.getKey(), Path.of(formatted.getKey())), formatted.getValue());
            }
            if ((list || fail) && changed) {
                out.println(formatted.getKey());
            } else if (!write && !list && !fail) {
                out.print(formatted.getValue());
            }
        }
        out.flush();
        return fail && changes ? ExitCodes.NO : ExitCodes.OK;
    }

    private Map<String, Path> files() throws CliException {
        Map<String, Path> files = new LinkedHashMap<>();
        for (Path path : paths) {
            try (Stream<Path> below = Files.walk(path)) {
                below.filter(Files::isRegularFile)
                        .filter(file -> file.toString().endsWith(".rego"))
                        .sorted()
                        .forEach(file -> files.put(file.toString(), file));
            } catch (IOException e) {
                throw CliException.unusable(path + ": cannot be read: " + e.getMessage());
            }
        }
        return files;
    }

    private static SortedMap<String, String> formatted(Map<String, String> texts) throws CliException {
        try (var compiler = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime)) {
            CompileRequest request = CompileRequest.of(texts, List.of()).asking(CompileRequest.Kind.FORMAT);
            CompileOutcome outcome = compiler.compile(request, "fmt", CompileBudget.ofGuardrails())
                    .toCompletableFuture()
                    .join();
            return switch (outcome) {
                case CompileOutcome.Compiled compiled -> compiled.analysis().formatted();
                case CompileOutcome.Refused refused -> throw CliException.refused(RegoDiagnostics.of(refused));
                case CompileOutcome.Unavailable(var bound, String why) ->
                    throw CliException.unreachable("not formatted: " + bound + ": " + why);
            };
        }
    }

    private static void save(Path file, String text) throws CliException {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw CliException.unreachable(file + ": cannot be written: " + e.getMessage());
        }
    }
}
