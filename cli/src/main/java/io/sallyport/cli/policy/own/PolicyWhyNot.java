package io.sallyport.cli.policy.own;

import io.sallyport.cli.command.AnswerPrinter;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ExplanationText;
import io.sallyport.cli.command.GatewayOptions;
import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxId;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains from within a sandbox why a request of its own is refused. */
@Command(
        name = "why-not",
        mixinStandardHelpOptions = true,
        description = {
            "Explains why a request is refused, and what would help. In a sandbox it asks the gateway that "
                    + "http_proxy names about the sandbox itself; with --sandbox it asks the control API.",
            "The question is [METHOD] URL (default: GET; CONNECT URL asks for a tunnel) or CAPABILITY "
                    + "TARGET (such as tool.call web.search). Nothing is sent to the target."
        },
        exitCodeList = {"0:allowed", "1:refused", "3:no gateway answers"})
public final class PolicyWhyNot implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(
            names = "--sandbox",
            paramLabel = "ID",
            converter = SandboxIdConverter.class,
            description = "Ask the control API about this sandbox.")
    private @Nullable SandboxId sandbox;

    @Option(names = "--json", description = "Print the gateway's answer as JSON.")
    private boolean json;

    @Parameters(
            arity = "1..2",
            hideParamSyntax = true,
            paramLabel = "[METHOD] URL | CAPABILITY TARGET",
            description = "The question.")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        AdminClient.Reply reply = asked(words.size() == 1 ? "GET" : words.getFirst(), words.getLast());
        if (!reply.isOk()) {
            return AnswerPrinter.refused(reply, spec.commandLine().getErr());
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? AdminClient.pretty(reply.body()).stripTrailing() : ExplanationText.of(reply.body()));
        out.flush();
        return reply.body().path("decision").path("allow").asBoolean() ? ExitCodes.OK : ExitCodes.NO;
    }

    private AdminClient.Reply asked(String first, String second) throws CliException {
        SandboxId id = sandbox;
        return id == null
                ? OwnExplanation.of(
                        AdminClient.asked(first, second, null, null).toString(), Map.copyOf(System.getenv()))
                : gateway.ask(client -> client.explain(id, first, second));
    }
}
