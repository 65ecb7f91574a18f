package io.sallyport.cli.ask;

import io.sallyport.cli.command.AnswerPrinter;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayOptions;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.client.AdminClient;
import io.sallyport.client.AskClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Watches the requests that wait for a person, and takes answers in a terminal. */
@Command(
        name = "ask",
        mixinStandardHelpOptions = true,
        description = {
            "Shows requests at a running gateway that wait for a person, as they come, until Ctrl-C.",
            "In a terminal, `a N` lets request N pass and `d N` refuses it. As long as somebody watches, requests wait."
        },
        subcommands = {AskList.class, AskAllow.class, AskDeny.class},
        exitCodeList = {"0:the gateway has ended", "2:a flag is wrong", "3:no gateway answers, or the role may not"})
public final class AskCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(names = "--name", paramLabel = "WHO", description = "Who answers; recorded beside the name of the token.")
    private @Nullable String name;

    @Option(names = "--json", description = "Print the events of the gateway, one JSON object a line.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        PrintWriter out = spec.commandLine().getOut();
        AdminClient.Reply ended =
                gateway.ask(client -> new AskClient(client).watch(json ? out::println : watch(out)::heard));
        return ended.isOk()
                ? ExitCodes.OK
                : AnswerPrinter.refused(ended, spec.commandLine().getErr());
    }

    private AskWatch watch(PrintWriter out) {
        var watch = new AskWatch(out, name, this::answer);
        if (ProgressLine.isTerminal()) {
            Thread.ofPlatform().daemon().name("answers").start(() -> read(watch));
        }
        return watch;
    }

    private static void read(AskWatch watch) {
        var typed = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        try {
            for (String line = typed.readLine(); line != null; line = typed.readLine()) {
                watch.typed(line);
            }
        } catch (IOException _) {
            // the terminal is gone: what waits is still shown
        }
    }

    private String answer(String id, AskClient.Said answer) {
        try {
            AdminClient.Reply reply = gateway.ask(client -> new AskClient(client).answer(id, answer));
            var said = new StringWriter();
            if (!reply.isOk()) {
                AnswerPrinter.refused(reply, new PrintWriter(said));
            }
            return reply.isOk()
                    ? (answer.allows() ? "allowed" : "refused")
                    : said.toString().strip();
        } catch (CliException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
