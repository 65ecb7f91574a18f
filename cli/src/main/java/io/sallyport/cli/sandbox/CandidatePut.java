package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.client.TrialClient;
import io.sallyport.model.SandboxDocuments;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Puts the candidate of a sandbox in the place of any other. */
@Command(
        name = "put",
        mixinStandardHelpOptions = true,
        description = "Puts documents beside those in force for a sandbox. They replace its lease, harness, policy and"
                + " Rego as a whole; all else is as in force.",
        footer = {"", "Example: sandbox candidate put sb-1 --lease next.json"},
        exitCodeList = {"0:judged beside", "1:refused", "2:a document is wrong", "3:no gateway answers"})
final class CandidatePut extends OneSandbox implements Callable<Integer> {
    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Mixin
    private UntilOption until = new UntilOption();

    @Override
    public Integer call() throws CliException {
        SandboxDocuments given = documents.read();
        return tell(
                client -> new TrialClient(client, id()).put(given, until.text()),
                reply -> out().println(id() + ": candidate until "
                        + reply.body().path("candidate").path("until").asString("")));
    }

    @Override
    SourceTexts texts() throws CliException {
        return documents.texts();
    }
}
