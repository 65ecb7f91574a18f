package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Approves a change that waits, which puts it in force. */
@Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        description = "Approves a change of guardrails, a workspace or a sandbox of a running gateway that another"
                + " person made, and so puts it in force.",
        exitCodeList = {
            "0:in force",
            "1:no change waits under that id, or it is outdated",
            "2:it does not load",
            "3:no gateway answers, or the token may not approve it"
        })
public final class PolicyApprove extends GatewayAnswer implements Callable<Integer> {
    @Parameters(paramLabel = "ID", description = "The id of the change, as policy approvals shows it.")
    private String id = "";

    @Mixin
    private NoteOption note = new NoteOption();

    @Override
    public Integer call() throws CliException {
        return print(client -> client.approve(id, note.text()), ChangeText::made);
    }
}
