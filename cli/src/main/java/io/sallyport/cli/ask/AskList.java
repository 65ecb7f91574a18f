package io.sallyport.cli.ask;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AskClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists the requests that wait. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the requests at a running gateway that wait for a person, the oldest first.",
        exitCodeList = {"0:shown", "2:a flag is wrong", "3:no gateway answers"})
final class AskList extends GatewayAnswer implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return print(client -> new AskClient(client).list(), AskText::list);
    }
}
