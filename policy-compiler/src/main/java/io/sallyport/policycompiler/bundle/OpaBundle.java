package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.value.RegoObject;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an OPA bundle holds. Immutable.
 *
 * @param data all its documents, merged, each below the folder that its file stood in
 * @param modules Rego, file name to text
 * @param plan the JSON of OPA's intermediate representation ({@code plan.json}), or null
 * @param wasm the module ({@code policy.wasm}), or null; read-only, to be read through a duplicate
 */
public record OpaBundle(
        BundleManifest manifest,
        RegoObject data,
        SortedMap<String, String> modules,
        @Nullable String plan,
        @Nullable ByteBuffer wasm) {
    public OpaBundle {
        modules = Collections.unmodifiableSortedMap(new TreeMap<>(modules));
    }

    /** Whether its policy, or a part of it, runs as WebAssembly: where the manifest says so, or there is nothing else. */
    public boolean runsAsWasm() {
        return wasm != null && (!manifest.wasmEntrypoints().isEmpty() || (plan == null && modules.isEmpty()));
    }

    /** Whether its policy is a plan: without Rego that could be compiled here. */
    public boolean runsAsPlan() {
        return plan != null && modules.isEmpty() && !runsAsWasm();
    }
}
