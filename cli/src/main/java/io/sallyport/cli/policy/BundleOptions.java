package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.policycompiler.bundle.OpaBundle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that names an OPA bundle to ask in place of documents and guardrails. */
final class BundleOptions {
    @Option(
            names = {"-b", "--bundle"},
            paramLabel = "FILE",
            description =
                    "Ask an OPA bundle (tar.gz) instead: its Rego, its plan or its WebAssembly module, which has 2 s.")
    private @Nullable Path file;

    boolean isGiven() {
        return file != null;
    }

    /** Reads the bundle; a signed bundle requires a key. */
    OpaBundle read(KeyOptions keys) throws CliException {
        if (file == null) {
            throw new IllegalStateException("no --bundle");
        }
        return keys.read(file);
    }
}
