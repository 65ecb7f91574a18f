package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.SuggestionText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Suggests the smallest additional grants for a sandbox. */
@Command(
        name = "suggest",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the least grants with which refused requests would pass at a running gateway, as "
                    + "policy suggest does. Changes nothing.",
            "Without REQUEST, uses the sandbox's refusals in the audit log."
        },
        exitCodeList = {"0:all would pass", "1:some would not pass"})
final class SandboxSuggest extends OneSandbox implements Callable<Integer> {
    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "REQUEST",
            description = "\"METHOD URL\" or \"CAPABILITY TARGET\", one word each.")
    private List<String> requests = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        return tell(client -> client.suggest(id(), requests), reply -> out().println(SuggestionText.of(reply.body())));
    }
}
