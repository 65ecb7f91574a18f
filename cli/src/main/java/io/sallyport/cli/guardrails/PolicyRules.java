package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AdminClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints how often each rule and grant decided. */
@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        description = "Prints how often each rule and grant decided a request at a running gateway, also guardrails"
                + " that never did: hits, verdict, last time, name.",
        exitCodeList = {"0:printed", "2:a flag is wrong", "3:no gateway answers"})
public final class PolicyRules extends GatewayAnswer implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return print(AdminClient::rules, ReportText::rules);
    }
}
