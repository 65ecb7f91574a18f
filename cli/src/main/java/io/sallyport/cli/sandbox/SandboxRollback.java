package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.guardrails.NoteOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts what an earlier generation of a sandbox grants and restricts in force again. */
@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        description =
                "Puts the documents of an earlier generation in force again, as a new generation. Run, phase, labels,"
                        + " parent and identity stay.",
        exitCodeList = {
            "0:in force, or waiting for approval",
            "1:no such sandbox or generation, a lease, or moved on",
            "2:the documents do not load",
            "3:no gateway answers"
        })
final class SandboxRollback extends OneSandbox implements Callable<Integer> {
    @Parameters(index = "1", paramLabel = "GENERATION", description = "As sandbox history lists it.")
    private long generation;

    @Option(names = "--if-generation", paramLabel = "N", description = "Change the sandbox only at this generation.")
    private @Nullable Long ifGeneration;

    @Mixin
    private NoteOption note = new NoteOption();

    @Override
    public Integer call() throws CliException {
        String ifMatch = ifGeneration == null ? null : String.valueOf(ifGeneration);
        return tell(
                client -> client.rollBackSandbox(id(), generation, ifMatch, note.text()),
                reply -> out().println(
                                isPending(reply)
                                        ? id() + ": " + waits(reply)
                                        : "%s: generation %s is in force again, as generation %s"
                                                .formatted(
                                                        id(),
                                                        generation,
                                                        reply.body()
                                                                .path("generation")
                                                                .asString())));
    }
}
