package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.gateway.remote.BundledGuardrails;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.BundleKey;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Guardrails in an OPA bundle, with a verified signature if the operator gave a key. */
final class GuardrailsBundle implements GuardrailsSource {
    private final Path file;
    private final Config.@Nullable SigningKey key;
    private final RegoVersion version;

    /** @param version the required version of its Rego, the same for all guardrails */
    GuardrailsBundle(Path file, Config.@Nullable SigningKey key, RegoVersion version) {
        this.file = file;
        this.key = key;
        this.version = version;
    }

    @Override
    public GuardrailsDocuments read() throws StartException {
        try {
            return switch (BundleReader.read(Files.readAllBytes(file), BundleLimits.DEFAULTS, bundleKey())) {
                case BundleRead.Accepted(var bundle) ->
                    switch (BundledGuardrails.of(bundle, version)) {
                        case Parsed.Accepted<GuardrailsDocuments>(var documents) -> documents;
                        case Parsed.Rejected<GuardrailsDocuments>(var why, int _) -> throw refused(why);
                    };
                case BundleRead.Rejected rejected -> throw refused(rejected.toString());
            };
        } catch (IOException e) {
            throw refused("cannot be read: " + e);
        }
    }

    @Override
    public ChangeOrigin origin() {
        return ChangeOrigin.BUNDLE;
    }

    private @Nullable BundleKey bundleKey() throws StartException, IOException {
        if (key == null) {
            return null;
        }
        String text = Files.readString(key.file()).strip();
        return switch (BundleKey.of(key.id(), key.algorithm(), text, key.scope())) {
            case Parsed.Accepted(var made) -> made;
            case Parsed.Rejected(var why, int _) -> throw refused("guardrails_key: " + key.file() + ": " + why);
        };
    }

    private StartException refused(String why) {
        return new StartException("guardrails: " + file + ": " + why);
    }
}
