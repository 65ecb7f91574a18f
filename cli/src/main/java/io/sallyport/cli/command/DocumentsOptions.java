package io.sallyport.cli.command;

import io.sallyport.configuration.Config;
import io.sallyport.leasebridge.AllowLease;
import io.sallyport.leasebridge.LeaseFile;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.DocumentRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that name a sandbox's documents, the same for every command that takes documents. */
public final class DocumentsOptions {
    @Option(
            names = "--allow",
            paramLabel = "PATTERN",
            arity = "1..*",
            description = "Grant a host (example.com, *.example.com:8443: http and https, every path) or a URL pattern"
                    + " (https://example.com/v1/**). Stands for a lease of these lines.")
    private List<String> allow = new ArrayList<>();

    @Option(
            names = "--lease",
            paramLabel = "FILE",
            description = "Lease, JSON: the lease object alone, or {\"lease\", \"lease_constraints\"}.")
    private @Nullable Path lease;

    @Option(names = "--harness", paramLabel = "FILE", description = "Harness file, YAML.")
    private @Nullable Path harness;

    @Mixin
    private HarnessFlags around = new HarnessFlags();

    @Option(names = "--policy", paramLabel = "FILE", description = "Network policy, YAML.")
    private @Nullable Path policy;

    @Option(
            names = "--rego",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Rego of package sallyport.sandbox, which can only narrow.")
    private List<Path> rego = new ArrayList<>();

    @Option(names = "--allowlist-get", description = "Harness entries grant GET and HEAD through the proxy as well.")
    private boolean allowlistGet;

    /** Returns the documents named by the flags, read but not checked. */
    public SandboxDocuments read() throws CliException {
        LeaseFile.Parts parts = leaseParts();
        return SandboxDocuments.builder()
                .lease(parts == null ? null : parts.lease())
                .leaseConstraints(parts == null ? null : parts.constraints())
                .harness(InputFiles.textOrNull(harness))
                .policy(InputFiles.textOrNull(policy))
                .rego(InputFiles.rego(rego))
                .allowlistGet(allowlistGet)
                .enclosed(around.enclosed(harness))
                .build();
    }

    /** Returns the documents named by the flags, as their diagnostics refer to them. */
    public SourceTexts texts() throws CliException {
        SourceTexts texts = SourceTexts.of(around.enclosed(harness).files());
        for (Path file : rego) {
            texts = texts.and(SourceTexts.of(InputFiles.name(file), file, InputFiles.text(file)));
        }
        return texts.and(text("harness", harness)).and(text("policy", policy)).and(leaseTexts());
    }

    private static SourceTexts text(String name, @Nullable Path file) throws CliException {
        return file == null ? SourceTexts.NONE : SourceTexts.of(name, file, InputFiles.text(file));
    }

    private SourceTexts leaseTexts() throws CliException {
        LeaseFile.Parts parts = leaseParts();
        if (parts == null || lease == null) {
            return parts == null ? SourceTexts.NONE : SourceTexts.of(Map.of("lease", parts.lease()));
        }
        String whole = InputFiles.text(lease);
        return SourceTexts.of("lease", lease, whole, parts.at())
                .and(SourceTexts.of("lease_constraints", lease, whole, parts.constraintsAt()));
    }

    /** Returns the rules for a command that checks the documents itself. */
    public DocumentRules rules(ConfigFlag configured) throws CliException {
        Config config = configured.read();
        DocumentRules rules = config == null ? DocumentRules.BY_DEFAULT : config.documents();
        return rules.with(harness(rules.harness())).asking(configured.dials());
    }

    /** Returns the settings for harness files, based on the operator's. */
    public HarnessSettings harness(HarnessSettings operators) {
        return around.settings(operators);
    }

    private LeaseFile.@Nullable Parts leaseParts() throws CliException {
        if (lease == null) {
            return allow.isEmpty() ? null : allowed();
        }
        if (!allow.isEmpty()) {
            throw CliException.unusable("--allow and --lease: give one of them; --allow is a lease by itself");
        }
        return switch (LeaseFile.split(InputFiles.name(lease), InputFiles.text(lease))) {
            case LeaseFile.Parts parts -> parts;
            case LeaseFile.Refused(var diagnostics) ->
                throw CliException.refused(
                        diagnostics, SourceTexts.of(InputFiles.name(lease), lease, InputFiles.text(lease)));
        };
    }

    private LeaseFile.Parts allowed() throws CliException {
        return switch (AllowLease.read(allow)) {
            case AllowLease.Written(var text, var _, var _) -> LeaseFile.Parts.bare(text);
            case AllowLease.Refused(var diagnostics) -> throw CliException.refused(diagnostics);
        };
    }
}
