package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.GatewayAnswer;
import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts the candidate in force. */
@Command(
        name = "promote",
        mixinStandardHelpOptions = true,
        description = "Puts the candidate of a running gateway (policy push --report) in force.",
        exitCodeList = {
            "0:in force, or waiting for approval",
            "1:there is no candidate, or another one",
            "2:it does not load",
            "3:no gateway answers"
        })
public final class PolicyPromote extends GatewayAnswer implements Callable<Integer> {
    @Option(
            names = "--digest",
            paramLabel = "DIGEST",
            description =
                    "The candidate that is meant, as policy push --report and policy report print it (default: the"
                            + " candidate now).")
    private @Nullable String digest;

    @Mixin
    private NoteOption note = new NoteOption();

    @Override
    public Integer call() throws CliException {
        return print(this::promote, ChangeText::made);
    }

    private AdminClient.Reply promote(AdminClient client) throws IOException {
        if (digest != null) {
            return client.promoteGuardrails(digest, note.text());
        }
        AdminClient.Reply candidate = client.candidate();
        return candidate.isOk()
                ? client.promoteGuardrails(candidate.body().path("digest").asString(""), note.text())
                : candidate;
    }
}
