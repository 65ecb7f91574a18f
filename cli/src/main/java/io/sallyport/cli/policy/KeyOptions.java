package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.configuration.Config;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that name the key of those who sign bundles. */
final class KeyOptions {
    @Option(
            names = "--verification-key",
            paramLabel = "FILE",
            description = "The key that must have signed a bundle: PEM of a public key or a certificate, or a secret.")
    private @Nullable Path key;

    @Mixin
    private SignatureOptions signature = new SignatureOptions();

    /** Reads a bundle; a signed one requires a key, and with a key it must be signed. */
    OpaBundle read(Path file) throws CliException {
        try {
            return switch (verified(Files.readAllBytes(file))) {
                case BundleRead.Accepted(OpaBundle bundle) -> bundle;
                case BundleRead.Rejected rejected -> throw CliException.unusable(file + ": " + rejected);
            };
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be read: " + e.getMessage());
        }
    }

    /** Reads a bundle as {@link #read} does. */
    BundleRead verified(byte[] archive) throws CliException {
        return BundleReader.read(archive, BundleLimits.DEFAULTS, key());
    }

    /** Returns the key in the form of a gateway's configuration, or null if there is none. */
    Config.@Nullable SigningKey configured() {
        return key == null
                ? null
                : new Config.SigningKey(key.toAbsolutePath(), signature.algorithm(), null, signature.scope());
    }

    SignatureOptions signature() {
        return signature;
    }

    private @Nullable BundleKey key() throws CliException {
        if (key == null) {
            return null;
        }
        String text = InputFiles.text(key).strip();
        return switch (BundleKey.of(null, signature.algorithm(), text, signature.scope())) {
            case Parsed.Accepted(BundleKey made) -> made;
            case Parsed.Rejected(String why, int _) -> throw CliException.unusable("--verification-key: " + why);
        };
    }
}
