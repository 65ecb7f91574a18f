package io.sallyport.cli.fetch;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.HumanUnits;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.fetch.tree.TreeHash;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the hash that pins a skill directory. */
@Command(
        name = "tree-hash",
        mixinStandardHelpOptions = true,
        description = "Prints the hash that pins a skill directory: what follows #sha256= in its URL.",
        exitCodeList = {
            "0:printed",
            "2:the directory is empty or holds what no skill may hold: links, special files, control characters in names"
        })
public final class TreeHashCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The skill's directory.")
    private Path directory = Path.of("");

    @Option(names = "--json", description = "Print one JSON object: sha256 and files.")
    private boolean json;

    @Option(
            names = {"-v", "--verbose"},
            description = "Print on standard error how much was read, and how long it took.")
    private boolean verbose;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return switch (read(err)) {
                case SkillDirectory.Whole whole -> print(whole);
                case SkillDirectory.Unfit(var faults) -> {
                    faults.forEach(fault -> err.println("sallyport: " + fault));
                    yield ExitCodes.UNUSABLE;
                }
            };
        } catch (NotDirectoryException _) {
            err.println("sallyport: " + directory + ": no such directory");
            return ExitCodes.UNUSABLE;
        } catch (IOException e) {
            err.println("sallyport: " + directory + ": cannot be read: " + e.getMessage());
            return ExitCodes.UNUSABLE;
        }
    }

    private SkillDirectory.Read read(PrintWriter err) throws IOException {
        var took = new HumanUnits(System::nanoTime);
        var bytes = new AtomicLong();
        try (var progress = new ProgressLine(err, json)) {
            return SkillDirectory.read(directory, sofar -> {
                bytes.set(sofar);
                progress.show(() -> HumanUnits.size(sofar) + " hashed in " + took);
            });
        } finally {
            if (verbose) {
                err.println("sallyport: " + HumanUnits.size(bytes.get()) + " hashed in " + took);
            }
        }
    }

    private int print(SkillDirectory.Whole whole) {
        String hash = TreeHash.of(whole.entries()).hex();
        int files = whole.entries().size();
        spec.commandLine().getOut().println(json ? "{\"sha256\":\"" + hash + "\",\"files\":" + files + "}" : hash);
        return ExitCodes.OK;
    }
}
