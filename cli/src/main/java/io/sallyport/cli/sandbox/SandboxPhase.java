package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.model.Phase;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Moves a sandbox to another phase. */
@Command(name = "phase", mixinStandardHelpOptions = true, description = "Moves a sandbox to planning or execution.")
final class SandboxPhase extends OneSandbox implements Callable<Integer> {
    @Parameters(index = "1", paramLabel = "PHASE", description = "planning or execution.")
    private String phase = "";

    @Override
    public Integer call() throws CliException {
        Phase read = Phase.of(phase);
        if (read == null) {
            throw CliException.unusable("PHASE: " + phase + " (expected: planning or execution)");
        }
        return tell(
                client -> client.phase(id(), read),
                reply -> out().println("%s: %s, generation %s"
                        .formatted(
                                id(),
                                read.word(),
                                reply.body().path("generation").asString())));
    }
}
