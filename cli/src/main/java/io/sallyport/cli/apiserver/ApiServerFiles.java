package io.sallyport.cli.apiserver;

import io.sallyport.apiservers.files.FileName;
import io.sallyport.apiservers.files.FileTransfer;
import io.sallyport.apiservers.files.TransferException;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Transfers a file or a directory between a server and its sandbox. */
@Command(
        name = "files",
        mixinStandardHelpOptions = true,
        description = "Carries a file or directory between an API server and its sandbox. A server finds these "
                + "words, up to --, in SALLYPORT_FILES (a JSON array) and adds: get NAME LOCAL, or put LOCAL "
                + "NAME. NAME is a path below the sandbox's folder.",
        exitCodeList = {
            "0:carried whole",
            "1:refused for what is at either end",
            "2:not a NAME",
            "3:it cannot be carried"
        })
final class ApiServerFiles implements Callable<Integer> {
    @Option(
            names = "--sandbox",
            required = true,
            paramLabel = "ID",
            description = "The sandbox.",
            converter = SandboxIdConverter.class)
    private SandboxId sandbox = new SandboxId("none");

    @Mixin
    private FilesFlags place = new FilesFlags();

    /** The direction of the transfer. */
    enum Way {
        get,
        put
    }

    @Parameters(index = "0", paramLabel = "get|put", description = "get: out of the sandbox; put: into it.")
    private Way way = Way.get;

    @Parameters(index = "1", paramLabel = "FROM", description = "NAME for get, LOCAL for put.")
    private String from = "";

    @Parameters(index = "2", paramLabel = "TO", description = "What FROM becomes; a file replaces a file.")
    private String to = "";

    @Override
    public Integer call() throws CliException, InterruptedException {
        FileName name = name(way == Way.get ? from : to);
        Path local = local(way == Way.get ? to : from);
        var transfer =
                FileTransfer.of(place.settings(), sandbox, Path.of("").toAbsolutePath(), System.err, System::nanoTime);
        try {
            switch (way) {
                case get -> transfer.get(name, local);
                case put -> transfer.put(local, name);
            }
            return ExitCodes.OK;
        } catch (TransferException e) {
            throw CliException.no(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CliException.unreachable(shown(e.getMessage()));
        }
    }

    private static FileName name(String text) throws CliException {
        return switch (FileName.parse(text)) {
            case Parsed.Accepted(var name) -> name;
            case Parsed.Rejected(var why, int _) -> throw CliException.unusable("NAME: " + shown(text) + " " + why);
        };
    }

    private static Path local(String text) throws CliException {
        try {
            Path local = Path.of(text);
            if (FileTransfer.hasName(local)) {
                return local;
            }
        } catch (InvalidPathException _) {
            // reported below
        }
        throw CliException.unusable("LOCAL: " + shown(text) + " (expected: a path that ends in a name)");
    }

    private static String shown(@Nullable String text) {
        return SkillDirectory.shown(String.valueOf(text));
    }
}
