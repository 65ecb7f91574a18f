package io.sallyport.policycompiler;

import io.sallyport.policycompiler.bundle.Archive;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An ordinary OPA bundle: {@code .manifest}, {@code data.json} and Rego, as {@code opa eval -b} loads it. Equal content
 * makes equal bytes.
 */
final class Bundle {
    private Bundle() {}

    /**
     * Writes a bundle.
     *
     * @param revision what the bundle calls itself
     * @param rego file name to text
     * @param v0 the names of those files that are in Rego version 0
     */
    static byte[] write(String revision, RegoObject data, Map<String, String> rego, Set<String> v0) {
        TreeMap<String, byte[]> files = new TreeMap<>();
        files.put(".manifest", utf8(RegoJson.write(manifest(revision, v0))));
        files.put("data.json", utf8(RegoJson.write(data)));
        rego.forEach((name, text) -> files.put(name, utf8(text)));
        return Archive.pack(files);
    }

    private static RegoObject manifest(String revision, Set<String> v0) {
        EntryObject manifest = RegoObject.growing()
                .put("revision", RegoString.of(revision))
                .put("roots", RegoArray.of(RegoString.of("sallyport"), RegoString.of("lists")))
                .put("rego_version", RegoNumber.of(1));
        if (!v0.isEmpty()) {
            EntryObject versions = RegoObject.growing();
            v0.forEach(name -> versions.put(name, RegoNumber.of(0)));
            manifest.put("file_rego_versions", versions.sealed());
        }
        return manifest.sealed();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
