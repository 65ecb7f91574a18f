package io.sallyport.gateway.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.configuration.Config;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import io.sallyport.policycompiler.author.CompiledGuardrails.Kind;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.BundleKey;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
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
                case BundleRead.Accepted(var bundle) -> documents(bundle);
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

    /**
     * Returns the bundle's documents. Rego is compiled here, so that the data it reads can be tracked; a compiled part
     * is used as it is.
     */
    private GuardrailsDocuments documents(OpaBundle bundle) throws StartException {
        for (String module : bundle.modules().keySet()) {
            int found = bundle.manifest().regoVersionOf(module);
            if (found != version.number()) {
                throw refused(module + " is of Rego version " + found + " (policy.guardrails_rego_version: "
                        + version.word() + ")");
            }
        }
        RegoObject data = bundle.data();
        RegoValue lists = data.get("lists");
        if (data.size() > (lists == null ? 0 : 1)) {
            throw refused("it holds data outside of data.lists, which guardrails cannot read");
        }
        CompiledGuardrails compiled = compiled(bundle);
        if (bundle.modules().isEmpty() && compiled == null) {
            throw refused("it holds no policy");
        }
        String revision = bundle.manifest().revision();
        return new GuardrailsDocuments(
                bundle.modules(),
                lists == null ? null : RegoJson.write(lists),
                compiled,
                revision.isEmpty() ? null : revision);
    }

    private static @Nullable CompiledGuardrails compiled(OpaBundle bundle) {
        ByteBuffer wasm = bundle.wasm();
        if (wasm != null && bundle.runsAsWasm()) {
            return new CompiledGuardrails(Kind.WASM, wasm, bundle.manifest().wasmEntrypoints());
        }
        String plan = bundle.plan();
        return plan != null && bundle.runsAsPlan()
                ? new CompiledGuardrails(Kind.PLAN, ByteBuffer.wrap(plan.getBytes(UTF_8)), Set.of())
                : null;
    }

    private StartException refused(String why) {
        return new StartException("guardrails: " + file + ": " + why);
    }
}
