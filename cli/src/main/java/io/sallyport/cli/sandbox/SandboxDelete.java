package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Deletes a sandbox. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = "Removes a sandbox. Its token is invalid and its connections are closed.")
final class SandboxDelete extends OneSandbox implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(client -> client.delete(id()), _ -> out().println(id() + ": removed"));
    }
}
