package io.sallyport.gateway.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import io.sallyport.policycompiler.author.CompiledGuardrails.Kind;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The guardrails that a bundle holds. No state. */
public final class BundledGuardrails {
    private BundledGuardrails() {}

    /**
     * Returns the bundle's documents. Rego is compiled here, so that the data it reads can be tracked; a compiled part
     * is used as it is.
     *
     * @param version the required version of its Rego, the same for all guardrails
     */
    public static Parsed<GuardrailsDocuments> of(OpaBundle bundle, RegoVersion version) {
        for (String module : bundle.modules().keySet()) {
            int found = bundle.manifest().regoVersionOf(module);
            if (found != version.number()) {
                return new Parsed.Rejected<>(module + " is of Rego version " + found
                        + " (policy.guardrails_rego_version: " + version.word() + ")");
            }
        }
        RegoObject data = bundle.data();
        RegoValue lists = data.get("lists");
        if (data.size() > (lists == null ? 0 : 1)) {
            return new Parsed.Rejected<>("it holds data outside of data.lists, which guardrails cannot read");
        }
        CompiledGuardrails compiled = compiled(bundle);
        if (bundle.modules().isEmpty() && compiled == null) {
            return new Parsed.Rejected<>("it holds no policy");
        }
        String revision = bundle.manifest().revision();
        return new Parsed.Accepted<>(new GuardrailsDocuments(
                bundle.modules(),
                lists == null ? null : RegoJson.write(lists),
                compiled,
                revision.isEmpty() ? null : revision));
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
}
