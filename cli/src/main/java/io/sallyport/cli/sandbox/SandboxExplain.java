package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ExplanationText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Why a sandbox's request would be decided as it would. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Takes the way of one question apart, by the policy in force: as policy explain, but of a running gateway.",
            "The question is [METHOD] URL (GET where none is named; CONNECT URL asks for a tunnel), or CAPABILITY TARGET, as"
                    + " tool.call web.search.",
            "0: allowed; 1: refused."
        })
final class SandboxExplain extends OneSandbox implements Callable<Integer> {
    @Parameters(index = "1..2", arity = "1..2", paramLabel = "[METHOD] URL | CAPABILITY TARGET")
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
