package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AdminClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Takes the candidate away. */
@Command(
        name = "withdraw",
        mixinStandardHelpOptions = true,
        description = "Takes the candidate of a running gateway (policy push --report) away.",
        exitCodeList = {"0:there is none any more", "1:there was none", "2:a flag is wrong", "3:no gateway answers"})
public final class PolicyWithdraw extends GatewayAnswer implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return print(AdminClient::removeCandidate, ChangeText::made);
    }
}
