package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts an earlier set of guardrails in force again. */
@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        description = "Puts an earlier set of guardrails of a running gateway in force again, in a new epoch.",
        exitCodeList = {
            "0:in force, or waiting for approval",
            "1:no such set, or moved on",
            "2:it does not load",
            "3:no gateway answers"
        })
public final class PolicyRollback extends GatewayAnswer implements Callable<Integer> {
    @Parameters(paramLabel = "EPOCH", description = "The epoch of the set, as policy history shows it.")
    private long epoch;

    @Mixin
    private NoteOption note = new NoteOption();

    @Option(names = "--dry-run", description = "Compile the set and say what would happen.")
    private boolean dryRun;

    @Override
    public Integer call() throws CliException {
        return print(
                client -> client.rollBackGuardrails(epoch, note.text(), dryRun),
                answer -> "epoch " + epoch + ": " + ChangeText.made(answer));
    }
}
