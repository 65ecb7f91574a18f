package io.sallyport.gateway.cli;

import io.sallyport.model.SandboxDocuments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say what a sandbox may do, the same for every command that takes documents. */
final class DocumentsOptions {
    @Option(
            names = "--allow",
            paramLabel = "PATTERN",
            description = "Grant a host (example.com, *.example.com:8443) or a URL pattern (https://example.com/v1/**);"
                    + " may be given again. Stands for a lease of these lines.")
    private List<String> allow = new ArrayList<>();

    @Option(
            names = "--lease",
            paramLabel = "FILE",
            description = "Lease, JSON: the lease object alone, or {\"lease\", \"lease_constraints\"}.")
    private @Nullable Path lease;

    @Option(names = "--harness", paramLabel = "FILE", description = "Harness file, YAML.")
    private @Nullable Path harness;

    @Option(names = "--policy", paramLabel = "FILE", description = "Network policy, YAML.")
    private @Nullable Path policy;

    @Option(
            names = "--rego",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Rego of package sallyport.sandbox, which can only narrow; may be given again.")
    private List<Path> rego = new ArrayList<>();

    @Option(names = "--allowlist-get", description = "Harness entries grant GET and HEAD through the proxy as well.")
    private boolean allowlistGet;

    /** The documents that the flags name, read but not judged. */
    SandboxDocuments read() throws CliException {
        LeaseFile leaseFile = leaseFile();
        return new SandboxDocuments(
                leaseFile.lease(),
                leaseFile.constraints(),
                InputFiles.textOrNull(harness),
                InputFiles.textOrNull(policy),
                regoFiles(),
                null,
                null,
                Map.of(),
                null,
                Set.of(),
                allowlistGet);
    }

    private LeaseFile leaseFile() throws CliException {
        if (lease == null) {
            return allow.isEmpty() ? LeaseFile.NONE : LeaseFile.of(allow);
        }
        if (!allow.isEmpty()) {
            throw CliException.unusable("--allow and --lease: give one of them; --allow is a lease by itself");
        }
        return LeaseFile.parse(InputFiles.name(lease), InputFiles.text(lease));
    }

    private Map<String, String> regoFiles() throws CliException {
        var files = new TreeMap<String, String>();
        for (Path file : rego) {
            if (files.put(InputFiles.name(file), InputFiles.text(file)) != null) {
                throw CliException.unusable("--rego: two files are named " + InputFiles.name(file));
            }
        }
        return files;
    }
}
