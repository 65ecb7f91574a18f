package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Deletes a workspace. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = "Removes a workspace. The gateway refuses while a sandbox is in it.")
final class WorkspaceDelete extends OneWorkspace implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(
                client -> client.deleteWorkspace(id()),
                reply -> out().println(isPending(reply) ? waits(reply) : id() + ": removed"));
    }
}
