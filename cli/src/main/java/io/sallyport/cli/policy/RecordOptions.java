package io.sallyport.cli.policy;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.policy.replay.RecordSearch;
import io.sallyport.control.store.StateDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that name a recorded request, and the state that keeps the policy that judged it. */
final class RecordOptions {
    @Option(
            names = "--audit",
            arity = "1..*",
            paramLabel = "FILE",
            description = "The files of an audit log with the request of --id, in place of [METHOD] URL.")
    private List<Path> audit = new ArrayList<>();

    @Option(names = "--id", paramLabel = "AUDIT_ID", description = "The id of a record of --audit.")
    private @Nullable String id;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "With --audit and no documents: the state directory that keeps the policy which judged the"
                    + " request (default: that of a gateway without a configuration).")
    private @Nullable Path state;

    boolean isGiven() {
        return !audit.isEmpty() || id != null || state != null;
    }

    /** Reads the record; ends the command if it is not there. */
    Judged read() throws CliException {
        if (audit.isEmpty() || id == null || id.isEmpty()) {
            throw CliException.unusable("--audit, --id: a record is named by both");
        }
        return RecordSearch.find(audit, id);
    }

    Path state() {
        return state == null ? StateDirectory.defaultPath(Map.copyOf(System.getenv())) : state;
    }
}
