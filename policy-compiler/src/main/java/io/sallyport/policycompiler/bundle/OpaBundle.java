package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.value.RegoObject;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The content of an OPA bundle. Immutable.
 *
 * @param data all its documents, merged, each at the path of its directory
 * @param modules Rego, file name to text
 * @param plan the JSON of OPA's intermediate representation ({@code plan.json}), or null
 * @param wasm the module ({@code policy.wasm}), or null; read-only, read it through a duplicate
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

    /**
     * Returns whether its policy, or a part of it, runs as WebAssembly: if the manifest says so, or if it contains
     * nothing else.
     */
    public boolean runsAsWasm() {
        return wasm != null && (!manifest.wasmEntrypoints().isEmpty() || (plan == null && modules.isEmpty()));
    }

    /** Returns whether its policy is a plan, without Rego that could be compiled here. */
    public boolean runsAsPlan() {
        return plan != null && modules.isEmpty() && !runsAsWasm();
    }
}
