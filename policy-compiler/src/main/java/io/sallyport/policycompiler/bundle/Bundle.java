package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An OPA bundle: {@code .manifest}, {@code data.json}, Rego, and its compiled form, which {@code opa eval -b} loads.
 * Equal content yields equal bytes. Immutable.
 */
public final class Bundle {
    private static final String PLAN = "plan.json";
    private static final String MODULE = "policy.wasm";

    private final String revision;
    private final RegoObject data;
    private final SortedMap<String, String> rego;
    private final SortedSet<String> v0;
    private final SequencedMap<String, byte[]> compiled;
    private final @Nullable String moduleAnswers;

    private Bundle(
            String revision,
            RegoObject data,
            Map<String, String> rego,
            Set<String> v0,
            Map<String, byte[]> compiled,
            @Nullable String moduleAnswers) {
        this.revision = revision;
        this.data = data;
        this.rego = Collections.unmodifiableSortedMap(new TreeMap<>(rego));
        this.v0 = Collections.unmodifiableSortedSet(new TreeSet<>(v0));
        this.compiled = new TreeMap<>(compiled);
        this.moduleAnswers = moduleAnswers;
    }

    /**
     * Creates a bundle of Rego.
     *
     * @param revision the revision in the manifest
     * @param rego file name to text
     * @param v0 the names of the files that are in Rego version 0
     */
    public static Bundle of(String revision, RegoObject data, Map<String, String> rego, Set<String> v0) {
        return new Bundle(revision, data, rego, v0, Map.of(), null);
    }

    /** Returns file names and texts. */
    public SortedMap<String, String> rego() {
        return rego;
    }

    /** Returns the names of the files that are in Rego version 0. */
    public SortedSet<String> v0() {
        return v0;
    }

    /** Returns a copy that also contains OPA's plan of its Rego. */
    public Bundle withPlan(byte[] plan) {
        return new Bundle(revision, data, rego, v0, Map.of(PLAN, plan), null);
    }

    /**
     * Returns a copy with a WebAssembly module instead of its Rego; {@code answers} is the document that the module
     * evaluates.
     */
    public Bundle asModule(byte[] module, String answers) {
        return new Bundle(revision, data, Map.of(), Set.of(), Map.of(MODULE, module), answers);
    }

    /** Returns the archive, a tar.gz. */
    public byte[] written() {
        TreeMap<String, byte[]> files = new TreeMap<>(compiled);
        files.put(".manifest", utf8(RegoJson.write(manifest())));
        files.put("data.json", utf8(RegoJson.write(data)));
        rego.forEach((name, text) -> files.put(name, utf8(text)));
        return Archive.pack(files);
    }

    private RegoObject manifest() {
        EntryObject manifest = RegoObject.growing()
                .put("revision", RegoString.of(revision))
                .put("roots", RegoArray.of(RegoString.of("sallyport"), RegoString.of("lists")))
                .put("rego_version", RegoNumber.of(1));
        if (!v0.isEmpty()) {
            EntryObject versions = RegoObject.growing();
            v0.forEach(name -> versions.put(name, RegoNumber.of(0)));
            manifest.put("file_rego_versions", versions.sealed());
        }
        if (moduleAnswers != null) {
            manifest.put(
                    "wasm",
                    RegoArray.of(RegoObject.growing()
                            .put("entrypoint", RegoString.of(moduleAnswers))
                            .put("module", RegoString.of(MODULE))
                            .sealed()));
        }
        return manifest.sealed();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
