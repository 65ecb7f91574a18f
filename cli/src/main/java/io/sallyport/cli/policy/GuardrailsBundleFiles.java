package io.sallyport.cli.policy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.Archive;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.TreeMap;

/** Packs guardrails alone as a bundle that a gateway reads as its guardrails, and OPA loads. Tests are left out. */
final class GuardrailsBundleFiles {
    private GuardrailsBundleFiles() {}

    /** Returns an archive (tar.gz); equal content yields equal bytes. */
    static byte[] pack(GuardrailsDocuments guardrails, RegoVersion version, String revision) {
        EntryObject manifest = RegoObject.growing()
                .put("revision", RegoString.of(revision))
                .put("roots", RegoArray.of(RegoString.of("sallyport/guardrails"), RegoString.of("lists")))
                .put("rego_version", RegoNumber.of(version.number()));
        String lists = guardrails.data();
        EntryObject data =
                RegoObject.growing().put("lists", lists == null ? EntryObject.EMPTY : RegoJson.valueOf(lists));
        var files = new TreeMap<String, byte[]>();
        files.put(".manifest", RegoJson.write(manifest.sealed()).getBytes(UTF_8));
        files.put("data.json", RegoJson.write(data.sealed()).getBytes(UTF_8));
        guardrails.rego().forEach((name, text) -> {
            if (!name.endsWith("_test.rego")) {
                files.put(name, text.getBytes(UTF_8));
            }
        });
        return Archive.pack(files);
    }
}
