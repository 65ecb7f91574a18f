package io.sallyport.cli.provider;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AdminClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Prints the providers of a running gateway. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Prints the providers of a running gateway: whether each has its secret, where that may go, which"
                + " sandboxes are granted it, and when it was sent last; and the tokens of logins that were made inside"
                + " of sandboxes. Never a secret.",
        exitCodeList = {"0:printed", "2:a flag is wrong", "3:no gateway answers"})
public final class ProviderList extends GatewayAnswer implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return print(AdminClient::providers, ProviderList::text);
    }

    private static String text(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        for (JsonNode provider : answer.path("providers")) {
            boolean ready = provider.path("ready").asBoolean(false);
            lines.add("%-20s %s".formatted(provider.path("name").asString(""), ready ? "ready" : problem(provider)));
            provider.path("ends").asStringOpt().ifPresent(end -> lines.add("  ends       " + end));
            lines.add("  endpoints  " + joined(provider.path("endpoints")));
            lines.add("  variables  " + joined(provider.path("variables")));
            lines.add("  sandboxes  " + joined(provider.path("sandboxes")));
            lines.add("  uses       " + uses(provider));
        }
        for (JsonNode login : answer.path("logins")) {
            lines.add("%-20s login in %s"
                    .formatted(
                            login.path("name").asString(""),
                            login.path("sandbox").asString("")));
            lines.add("  token      " + login.path("token").asString(""));
            login.path("ends").asStringOpt().ifPresent(end -> lines.add("  ends       " + end));
            lines.add("  endpoints  " + joined(login.path("endpoints")));
        }
        return lines.isEmpty() ? "no providers are configured\n" : String.join("\n", lines) + "\n";
    }

    private static String problem(JsonNode provider) {
        return "not ready: " + provider.path("problem").asString("");
    }

    private static String uses(JsonNode provider) {
        JsonNode last = provider.path("last_use");
        String count = provider.path("uses").asString("0");
        return last.isMissingNode()
                ? count
                : count + ", last " + last.path("time").asString("") + " by "
                        + last.path("sandbox").asString("-") + " to "
                        + last.path("host").asString("-");
    }

    private static String joined(JsonNode texts) {
        String all = StreamSupport.stream(texts.spliterator(), false)
                .map(each -> each.asString(""))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "-" : all;
    }
}
