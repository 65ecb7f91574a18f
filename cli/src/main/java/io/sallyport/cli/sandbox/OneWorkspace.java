package io.sallyport.cli.sandbox;

import io.sallyport.cli.guardrails.ChangeText;
import io.sallyport.client.AdminClient;
import io.sallyport.model.WorkspaceId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The base of the commands about one workspace. */
abstract class OneWorkspace extends AnsweredCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The workspace.", converter = WorkspaceIdConverter.class)
    private @Nullable WorkspaceId id;

    /** Returns whether the change waits for another person. */
    static boolean isPending(AdminClient.Reply reply) {
        return reply.status() == 202;
    }

    /** Returns whom it waits for, and what they type. */
    static String waits(AdminClient.Reply reply) {
        return ChangeText.pending(reply.body());
    }

    final WorkspaceId id() {
        if (id == null) {
            throw new IllegalStateException("read before the command line was parsed");
        }
        return id;
    }
}
