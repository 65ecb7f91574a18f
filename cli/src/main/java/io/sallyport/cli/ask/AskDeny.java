package io.sallyport.cli.ask;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AskClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Refuses a request that waits. */
@Command(
        name = "deny",
        mixinStandardHelpOptions = true,
        description = "Refuses a request that waits at a running gateway.",
        exitCodeList = {
            "0:refused",
            "1:no request waits under that id",
            "2:a flag is wrong",
            "3:no gateway answers, or the token may not answer"
        })
final class AskDeny extends GatewayAnswer implements Callable<Integer> {
    @Parameters(paramLabel = "ID", description = "The id of the request, as ask list shows it.")
    private String id = "";

    @Mixin
    private AnswerOptions said = new AnswerOptions();

    @Override
    public Integer call() throws CliException {
        var answer = new AskClient.Said(false, 1, null, said.name(), said.reason());
        return print(client -> new AskClient(client).answer(id, answer), _ -> "refused\n");
    }
}
