package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AdminClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints what rules in report mode would have refused. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Prints what rules in report mode, and the candidate, would have refused at a running gateway.",
        exitCodeList = {"0:printed", "2:a flag is wrong", "3:no gateway answers"})
public final class PolicyReport extends GatewayAnswer implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return print(AdminClient::guardrailsReport, ReportText::of);
    }
}
