package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.value.RegoObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output of {@code opa build}: a gzipped tar of {@code .manifest}, {@code data.json} or {@code data.yaml},
 * Rego, {@code plan.json}, {@code policy.wasm} and {@code .signatures.json} (OPA 1.22, "Bundle File Format"). Any other
 * file is refused, although OPA ignores it. Safe for concurrent use.
 */
public final class BundleReader {
    private static final String MANIFEST = ".manifest";
    private static final String PLAN = "plan.json";
    private static final String WASM = "policy.wasm";

    private BundleReader() {}

    /**
     * Reads the whole {@code archive}.
     *
     * @param key whose signature the bundle must have; if null, it must have none, because no signature could be
     *     verified
     */
    public static BundleRead read(byte[] archive, BundleLimits limits, @Nullable BundleKey key) {
        try {
            return new BundleRead.Accepted(bundle(verified(archive, limits, key), limits));
        } catch (MalformedBundle e) {
            return new BundleRead.Rejected(e.file(), e.why());
        }
    }

    /** Reads the whole {@code archive} as {@link #read} does; it may be a delta bundle. */
    public static BundleUpdate update(byte[] archive, BundleLimits limits, @Nullable BundleKey key) {
        try {
            SortedMap<String, byte[]> files = verified(archive, limits, key);
            byte[] patch = files.remove(BundleDelta.FILE);
            return patch == null
                    ? new BundleUpdate.Snapshot(bundle(files, limits))
                    : new BundleUpdate.Delta(delta(patch, files, limits));
        } catch (MalformedBundle e) {
            return new BundleUpdate.Rejected(new BundleRead.Rejected(e.file(), e.why()));
        }
    }

    /** Returns the files of the archive without its signatures. */
    private static SortedMap<String, byte[]> verified(byte[] archive, BundleLimits limits, @Nullable BundleKey key)
            throws MalformedBundle {
        SortedMap<String, byte[]> files = Archive.unpack(archive, limits);
        byte[] signatures = files.remove(Signatures.FILE);
        Signatures.check(signatures, files, key, limits);
        return files;
    }

    private static BundleDelta delta(byte[] patch, SortedMap<String, byte[]> files, BundleLimits limits)
            throws MalformedBundle {
        byte[] manifestFile = files.remove(MANIFEST);
        if (manifestFile == null || !files.isEmpty()) {
            throw new MalformedBundle(BundleDelta.FILE, "a delta has .manifest beside it, and nothing else");
        }
        return BundleDelta.read(BundleManifest.read(manifestFile, limits), patch, limits);
    }

    /**
     * Reads the whole {@code archive} without verifying who made it, for people to look at, never to judge by.
     *
     * @return the bundle, with the signatures that nobody verified
     */
    public static UnverifiedBundle look(byte[] archive, BundleLimits limits) {
        try {
            SortedMap<String, byte[]> files = Archive.unpack(archive, limits);
            byte[] signatures = files.remove(Signatures.FILE);
            return new UnverifiedBundle(
                    new BundleRead.Accepted(bundle(files, limits)),
                    signatures == null ? null : Signatures.claimed(signatures, limits));
        } catch (MalformedBundle e) {
            return new UnverifiedBundle(new BundleRead.Rejected(e.file(), e.why()), null);
        }
    }

    /**
     * A bundle whose signature was not verified.
     *
     * @param claimed header and payload of its signature; null if it has none
     */
    public record UnverifiedBundle(
            BundleRead read, @Nullable RegoObject claimed) {}

    private static OpaBundle bundle(SortedMap<String, byte[]> files, BundleLimits limits) throws MalformedBundle {
        byte[] manifestFile = files.remove(MANIFEST);
        BundleManifest manifest =
                manifestFile == null ? BundleManifest.NONE : BundleManifest.read(manifestFile, limits);
        byte[] plan = files.remove(PLAN);
        byte[] wasm = files.remove(WASM);
        var data = new DataDocuments(manifest, limits);
        var modules = new TreeMap<String, String>();
        for (var file : files.entrySet()) {
            String name = file.getKey();
            if (name.endsWith(".rego")) {
                modules.put(name, text(name, file.getValue()));
            } else if (DataDocuments.isOne(name)) {
                data.add(name, file.getValue());
            } else {
                throw new MalformedBundle(
                        name,
                        "no file of a bundle (expected: .manifest, data.json, data.yaml, *.rego, plan.json,"
                                + " policy.wasm or .signatures.json)");
            }
        }
        if (wasm == null && !manifest.wasmEntrypoints().isEmpty()) {
            throw new MalformedBundle(WASM, "not there, though the manifest names it");
        }
        return new OpaBundle(
                manifest,
                data.merged(),
                modules,
                plan == null ? null : text(PLAN, plan),
                wasm == null ? null : ByteBuffer.wrap(wasm).asReadOnlyBuffer());
    }

    private static String text(String name, byte[] bytes) throws MalformedBundle {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new MalformedBundle(name, "not UTF-8");
        }
    }
}
