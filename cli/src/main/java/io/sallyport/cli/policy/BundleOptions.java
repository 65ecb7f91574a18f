package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.BundleKey;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.OpaBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that name an OPA bundle and the key of its signer. */
final class BundleOptions {
    @Option(
            names = {"-b", "--bundle"},
            paramLabel = "FILE",
            description =
                    "Ask an OPA bundle (tar.gz) instead: its Rego, its plan or its WebAssembly module, which has 2 s.")
    private @Nullable Path file;

    @Option(
            names = "--verification-key",
            paramLabel = "FILE",
            description =
                    "The key that must have signed the bundle: PEM of a public key or a certificate, or a secret.")
    private @Nullable Path key;

    @Option(
            names = "--signing-alg",
            paramLabel = "NAME",
            defaultValue = "RS256",
            description = "The algorithm of the signature (default: ${DEFAULT-VALUE}).")
    private String algorithm = "";

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            defaultValue = "",
            description = "The scope that the bundle must be signed for.")
    private String scope = "";

    boolean isGiven() {
        return file != null;
    }

    /** Reads the bundle; a signed bundle requires a key. */
    OpaBundle read() throws CliException {
        if (file == null) {
            throw new IllegalStateException("no --bundle");
        }
        try {
            return switch (BundleReader.read(Files.readAllBytes(file), BundleLimits.DEFAULTS, key())) {
                case BundleRead.Accepted(OpaBundle bundle) -> bundle;
                case BundleRead.Rejected rejected -> throw CliException.unusable(file + ": " + rejected);
            };
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be read: " + e.getMessage());
        }
    }

    private @Nullable BundleKey key() throws CliException {
        if (key == null) {
            return null;
        }
        return switch (BundleKey.of(null, algorithm, InputFiles.text(key).strip(), scope)) {
            case Parsed.Accepted(BundleKey made) -> made;
            case Parsed.Rejected(String why, int _) -> throw CliException.unusable("--verification-key: " + why);
        };
    }
}
