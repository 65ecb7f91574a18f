package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.model.SandboxDocuments;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates a workspace or replaces its documents. */
@Command(
        name = "put",
        mixinStandardHelpOptions = true,
        description = {
            "Creates a workspace or replaces all its documents, for all its sandboxes at once.",
            "A lease bounds requests and actions, a network policy requests, a harness fetches. What no document speaks"
                    + " of is not bounded; nothing is granted."
        })
final class WorkspacePut extends OneWorkspace implements Callable<Integer> {
    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Option(names = "--if-generation", paramLabel = "N", description = "Change the workspace only at this generation.")
    private @Nullable Long ifGeneration;

    @Override
    public Integer call() throws CliException {
        SandboxDocuments change = documents.read();
        String ifMatch = ifGeneration == null ? null : String.valueOf(ifGeneration);
        return tell(
                client -> client.putWorkspace(id(), change, ifMatch),
                reply -> err().println(
                                isPending(reply)
                                        ? waits(reply)
                                        : "%s: %s, generation %s, sandboxes: %s"
                                                .formatted(
                                                        id(),
                                                        reply.body()
                                                                .path("status")
                                                                .asString(),
                                                        reply.body()
                                                                .path("generation")
                                                                .asString(),
                                                        reply.body()
                                                                .path("sandboxes")
                                                                .asString())));
    }

    @Override
    SourceTexts texts() throws CliException {
        return documents.texts();
    }
}
