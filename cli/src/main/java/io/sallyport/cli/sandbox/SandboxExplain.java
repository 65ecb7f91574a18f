package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ExplanationText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Explains why a sandbox's request would be decided as it would. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Explains the decision on one question by the policy in force of a running gateway, as "
                    + "policy explain does.",
            "The question is [METHOD] URL (default: GET; CONNECT URL asks for a tunnel) or CAPABILITY "
                    + "TARGET (such as tool.call web.search)."
        },
        exitCodeList = {"0:allowed", "1:refused"})
final class SandboxExplain extends OneSandbox implements Callable<Integer> {
    @Parameters(
            index = "1..2",
            arity = "1..2",
            hideParamSyntax = true,
            paramLabel = "[METHOD] URL | CAPABILITY TARGET",
            description = "The question.")
    private List<String> words = new ArrayList<>();

    private boolean allowed;

    @Override
    public Integer call() throws CliException {
        String method = words.size() == 1 ? "GET" : words.getFirst();
        int code = tell(client -> client.explain(id(), method, words.getLast()), reply -> {
            allowed = reply.body().path("decision").path("allow").asBoolean();
            out().println(ExplanationText.of(reply.body()));
        });
        return code == ExitCodes.OK && !allowed ? ExitCodes.NO : code;
    }
}
