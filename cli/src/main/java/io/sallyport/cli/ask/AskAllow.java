package io.sallyport.cli.ask;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.cli.policy.results.GoDuration;
import io.sallyport.client.AskClient;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets a request pass that waits. */
@Command(
        name = "allow",
        mixinStandardHelpOptions = true,
        description = {
            "Lets a request pass that waits at a running gateway, if its policy then refuses it for nothing else.",
            "With --uses, the same request of the same sandbox passes again."
        },
        exitCodeList = {
            "0:allowed",
            "1:no request waits under that id",
            "2:a flag is wrong",
            "3:no gateway answers, or the token may not answer"
        })
final class AskAllow extends GatewayAnswer implements Callable<Integer> {
    @Parameters(paramLabel = "ID", description = "The id of the request, as ask list shows it.")
    private String id = "";

    @Option(names = "--uses", paramLabel = "N", description = "How often it passes, 1 to 1000 (default: 1).")
    private int uses = 1;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = GoDuration.Converter.class,
            description = "How long further uses may come, such as 30s or 10m, at most 60m (default: 10m).")
    private @Nullable Duration validFor;

    @Mixin
    private AnswerOptions said = new AnswerOptions();

    @Override
    public Integer call() throws CliException {
        var answer = new AskClient.Said(true, uses, validFor, said.name(), said.reason());
        return print(client -> new AskClient(client).answer(id, answer), _ -> "allowed\n");
    }
}
