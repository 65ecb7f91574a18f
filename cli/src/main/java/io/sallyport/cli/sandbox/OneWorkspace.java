package io.sallyport.cli.sandbox;

import io.sallyport.model.WorkspaceId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The base of the commands about one workspace. */
abstract class OneWorkspace extends AnsweredCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The workspace.", converter = WorkspaceIdConverter.class)
    private @Nullable WorkspaceId id;

    final WorkspaceId id() {
        if (id == null) {
            throw new IllegalStateException("read before the command line was parsed");
        }
        return id;
    }
}
