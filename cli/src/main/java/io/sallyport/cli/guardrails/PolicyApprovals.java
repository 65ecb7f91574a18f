package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AdminClient;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the changes of guardrails that wait for another person. */
@Command(
        name = "approvals",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the changes of guardrails that wait for another person at a running gateway.",
            "A line has id, status, expiry, digest, author and note. With ID, prints one change and its difference."
        },
        exitCodeList = {"0:shown", "1:no change waits under that id", "2:a flag is wrong", "3:no gateway answers"})
public final class PolicyApprovals extends GatewayAnswer implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "ID", description = "The id of a change.")
    private @Nullable String id;

    @Override
    public Integer call() throws CliException {
        String one = id;
        return one == null
                ? print(AdminClient::approvals, ChangeText::list)
                : print(client -> client.approval(one), ChangeText::whole);
    }
}
