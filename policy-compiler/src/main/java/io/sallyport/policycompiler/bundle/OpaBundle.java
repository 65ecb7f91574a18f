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

    /** Whether its policy can only run as WebAssembly. */
    public boolean isWasmOnly() {
        return wasm != null && plan == null && modules.isEmpty();
    }
}
