package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes a change of guardrails that waits away. */
@Command(
        name = "reject",
        mixinStandardHelpOptions = true,
        description = "Rejects a change of the guardrails of a running gateway that waits for approval; its author"
                + " withdraws it.",
        exitCodeList = {
            "0:it waits no longer",
            "1:no change waits under that id",
            "2:a flag is wrong",
            "3:no gateway answers"
        })
public final class PolicyReject extends GatewayAnswer implements Callable<Integer> {
    @Parameters(paramLabel = "ID", description = "The id of the change, as policy approvals shows it.")
    private String id = "";

    @Mixin
    private NoteOption note = new NoteOption();

    @Override
    public Integer call() throws CliException {
        return print(client -> client.removeApproval(id, note.text()), ChangeText::made);
    }
}
