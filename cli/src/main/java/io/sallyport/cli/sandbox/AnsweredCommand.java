package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.AnswerPrinter;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayOptions;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.guardrails.ChangeText;
import io.sallyport.client.AdminClient;
import java.io.PrintWriter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base of the commands that ask a running gateway for one thing. */
abstract class AnsweredCommand {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(names = "--json", description = "Print the gateway's answer as JSON.")
    private boolean json;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Returns whether the change waits for another person. */
    static boolean isPending(AdminClient.Reply reply) {
        return reply.status() == 202;
    }

    /** Returns whom it waits for, and what they type. */
    static String waits(AdminClient.Reply reply) {
        return ChangeText.pending(reply.body());
    }

    /** Makes the call and prints the answer: as JSON with {@code --json}, else with {@code telling}. */
    final int tell(GatewayOptions.Call call, Telling telling) throws CliException {
        AdminClient.Reply reply = answered(call);
        if (!reply.isOk()) {
            return AnswerPrinter.refused(reply, texts(), err());
        }
        AnswerPrinter.diagnostics(reply.body(), texts(), err());
        accepted(reply);
        if (json) {
            out().println(AdminClient.pretty(reply.body()));
        } else {
            telling.tell(reply);
        }
        out().flush();
        err().flush();
        return ExitCodes.OK;
    }

    private AdminClient.Reply answered(GatewayOptions.Call call) throws CliException {
        try (var progress = new ProgressLine(err(), json)) {
            return gateway.ask(
                    client -> WaitNotice.wait(() -> call.of(client), waitedFor(), progress, System::nanoTime));
        }
    }

    /** Returns the name of what the command waits for, for messages. */
    String waitedFor() {
        return "the gateway";
    }

    /** Returns the documents that diagnostics of the answer refer to. */
    SourceTexts texts() throws CliException {
        return SourceTexts.NONE;
    }

    /** Called with each successful answer, before it is printed. */
    void accepted(AdminClient.Reply reply) throws CliException {}

    /** Prints an answer for people. */
    interface Telling {
        void tell(AdminClient.Reply reply) throws CliException;
    }
}
