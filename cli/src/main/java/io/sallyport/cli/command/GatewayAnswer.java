package io.sallyport.cli.command;

import io.sallyport.client.AdminClient;
import java.io.PrintWriter;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The base of the commands that ask a running gateway and print its answer. */
public abstract class GatewayAnswer {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(names = "--json", description = "Print the gateway's answer as JSON.")
    private boolean json;

    /** Returns whether JSON is wanted. */
    protected final boolean isJson() {
        return json;
    }

    /** Returns the command. */
    protected final CommandSpec spec() {
        return spec;
    }

    /** Makes the call and prints the answer: as JSON with {@code --json}, else as {@code text} has it. */
    protected final int print(GatewayOptions.Call call, Function<JsonNode, String> text) throws CliException {
        AdminClient.Reply reply = gateway.ask(call);
        PrintWriter err = spec.commandLine().getErr();
        if (!reply.isOk()) {
            return AnswerPrinter.refused(reply, err);
        }
        AnswerPrinter.diagnostics(reply.body(), SourceTexts.NONE, err);
        err.flush();
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? AdminClient.pretty(reply.body()) + "\n" : text.apply(reply.body()));
        out.flush();
        return ExitCodes.OK;
    }
}
