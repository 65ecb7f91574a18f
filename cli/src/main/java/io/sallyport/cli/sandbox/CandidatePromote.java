package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.guardrails.NoteOption;
import io.sallyport.client.AdminClient;
import io.sallyport.client.TrialClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts the candidate of a sandbox in force. */
@Command(
        name = "promote",
        mixinStandardHelpOptions = true,
        description = "Puts the candidate of a sandbox in force, if the sandbox is still in the generation beside which"
                + " it was put.",
        exitCodeList = {
            "0:in force, or waiting for approval",
            "1:there is none, another one, or the sandbox has changed",
            "2:it does not load",
            "3:no gateway answers"
        })
final class CandidatePromote extends OneSandbox implements Callable<Integer> {
    @Option(
            names = "--digest",
            paramLabel = "DIGEST",
            description = "The candidate that is meant, as the report prints it (default: the candidate now).")
    private @Nullable String digest;

    @Mixin
    private NoteOption note = new NoteOption();

    @Override
    public Integer call() throws CliException {
        return tell(
                this::promote,
                reply -> out().println(id() + ": "
                        + (isPending(reply)
                                ? waits(reply)
                                : "in force, generation "
                                        + reply.body().path("generation").asString(""))));
    }

    private AdminClient.Reply promote(AdminClient client) throws IOException {
        var trial = new TrialClient(client, id());
        if (digest != null) {
            return trial.promote(digest, note.text());
        }
        AdminClient.Reply candidate = trial.get();
        return candidate.isOk() ? trial.promote(candidate.body().path("digest").asString(""), note.text()) : candidate;
    }
}
