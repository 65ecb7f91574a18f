package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.value.RegoObject;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

    /** Returns a bundle of Rego in one version, and data, that was never packed. */
    public static OpaBundle of(Map<String, String> modules, int regoVersion, RegoObject data) {
        var manifest = new BundleManifest("", List.of(""), regoVersion, Map.of(), Set.of());
        return new OpaBundle(manifest, data, new TreeMap<>(modules), null, null);
    }

    /** Returns a copy of which the modules are {@code others}; new ones are in the bundle's version of Rego. */
    public OpaBundle withModules(Map<String, String> others) {
        return new OpaBundle(manifest, data, new TreeMap<>(others), plan, wasm);
    }

    /** Returns the names of the modules that are in Rego version 0. */
    public Set<String> filesInVersion0() {
        return modules.keySet().stream()
                .filter(file -> manifest.regoVersionOf(file) == 0)
                .collect(Collectors.toSet());
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
