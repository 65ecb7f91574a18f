package io.sallyport.cli.audit;

import io.sallyport.auditexport.form.ExportFilter;
import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.cli.command.TimeConverter;
import io.sallyport.model.SandboxId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that leave records out of an export. */
final class ExportFilterOptions {
    @Option(
            names = "--sandbox",
            paramLabel = "ID",
            converter = SandboxIdConverter.class,
            description = "Only records of this sandbox.")
    private @Nullable SandboxId sandbox;

    @Option(names = "--run", paramLabel = "NAME", description = "Only records of this run.")
    private @Nullable String run;

    @Option(names = "--kind", paramLabel = "WORD", description = "Only records of this kind, such as http.")
    private @Nullable String kind;

    @Option(
            names = "--verdict",
            paramLabel = "WORD",
            description = "Only records of this verdict: allow, deny, reject, limit or fail.")
    private @Nullable String verdict;

    @Option(names = "--reason", paramLabel = "WORD", description = "Only records of this reason, such as no_grant.")
    private @Nullable String reason;

    @Option(names = "--host", paramLabel = "NAME", description = "Only records of this host.")
    private @Nullable String host;

    @Option(
            names = "--since",
            paramLabel = "RFC3339",
            converter = TimeConverter.class,
            description = "Only records of this time and later ones.")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "RFC3339",
            converter = TimeConverter.class,
            description = "Only records before this time.")
    private @Nullable Instant until;

    ExportFilter filter() {
        return new ExportFilter(
                sandbox == null ? null : sandbox.toString(), run, kind, verdict, reason, host, since, until);
    }
}
