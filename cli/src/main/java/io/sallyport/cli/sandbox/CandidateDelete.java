package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.client.TrialClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Takes the candidate of a sandbox away. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = "Takes the candidate of a sandbox away, with its report.",
        exitCodeList = {"0:taken away", "1:there is none", "3:no gateway answers"})
final class CandidateDelete extends OneSandbox implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(client -> new TrialClient(client, id()).remove(), _ -> out().println(id() + ": no candidate"));
    }
}
