package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ExplanationText;
import io.sallyport.cli.command.InputFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = "The body of the request, for rules that read it.")
    private @Nullable String body;

    @Option(
            names = "--content-type",
            paramLabel = "TYPE",
            defaultValue = "application/json",
            description = "The Content-Type of --body (default: ${DEFAULT-VALUE}).")
    private String contentType = "application/json";

    private boolean allowed;

    @Override
    public Integer call() throws CliException {
        String method = words.size() == 1 ? "GET" : words.getFirst();
        String text = body != null && body.startsWith("@") ? InputFiles.text(Path.of(body.substring(1))) : body;
        int code = tell(client -> client.explain(id(), method, words.getLast(), contentType, text), reply -> {
            allowed = reply.body().path("decision").path("allow").asBoolean();
            out().println(ExplanationText.of(reply.body()));
        });
        return code == ExitCodes.OK && !allowed ? ExitCodes.NO : code;
    }
}
