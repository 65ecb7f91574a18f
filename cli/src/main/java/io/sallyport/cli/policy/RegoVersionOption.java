package io.sallyport.cli.policy;

import io.sallyport.policycompiler.author.RegoVersion;
import java.util.Set;
import picocli.CommandLine.Option;

/** The Rego version of the files. */
final class RegoVersionOption {
    @Option(names = "--v0-compatible", description = "The Rego is written in version 0, as before OPA 1.0.")
    private boolean v0;

    RegoVersion version() {
        return v0 ? RegoVersion.V0 : RegoVersion.V1;
    }

    /** Returns the files that are written in version 0: all of {@code files}, or none. */
    Set<String> v0(Set<String> files) {
        return v0 ? files : Set.of();
    }
}
