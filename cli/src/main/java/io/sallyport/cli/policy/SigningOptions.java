package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.BundleSigner;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that names the key that signs a bundle. */
final class SigningOptions {
    @Option(
            names = "--signing-key",
            paramLabel = "FILE",
            description = "The key to sign with, by --signing-alg: PEM of a private key without a passphrase, or a"
                    + " secret.")
    private @Nullable Path key;

    /** Returns the signer, or null if no key is named. */
    @Nullable
    BundleSigner read(SignatureOptions signature) throws CliException {
        if (key == null) {
            return null;
        }
        String text = InputFiles.text(key).strip();
        return switch (BundleSigner.of(signature.algorithm(), text, signature.scope())) {
            case Parsed.Accepted(BundleSigner signer) -> signer;
            case Parsed.Rejected(String why, int _) -> throw CliException.unusable("--signing-key: " + why);
        };
    }
}
