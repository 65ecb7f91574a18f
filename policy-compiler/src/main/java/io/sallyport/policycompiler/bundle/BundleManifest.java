package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The manifest of a bundle ({@code .manifest}). Immutable.
 *
 * @param revision at most 200 chars; may be empty
 * @param roots the paths of data and policy that the bundle owns, such as {@code a/b}; the empty path is everything
 * @param regoVersion 0 or 1, for files that {@code fileRegoVersions} does not name
 * @param fileRegoVersions 0 or 1, by file name
 * @param wasmEntrypoints documents that {@code policy.wasm} provides, such as {@code a/b}, regardless of the Rego
 */
public record BundleManifest(
        String revision,
        List<String> roots,
        int regoVersion,
        Map<String, Integer> fileRegoVersions,
        Set<String> wasmEntrypoints) {
    /** The manifest of a bundle without one: it owns everything. */
    public static final BundleManifest NONE = new BundleManifest("", List.of(""), 1, Map.of(), Set.of());

    /** Limit of the revision, which each audit record repeats, in chars. */
    private static final int MAX_REVISION = 200;

    private static final String FILE = ".manifest";

    private static final Set<String> MODULES = Set.of("policy.wasm", "/policy.wasm");

    /** Further members that OPA defines; none of them changes the meaning of the policy here. */
    private static final Set<String> KNOWN =
            Set.of("revision", "roots", "rego_version", "file_rego_versions", "metadata", "wasm");

    public BundleManifest {
        roots = List.copyOf(roots);
        fileRegoVersions = Map.copyOf(fileRegoVersions);
        wasmEntrypoints = Set.copyOf(wasmEntrypoints);
    }

    /** Returns the Rego version of that file, 0 or 1. */
    public int regoVersionOf(String file) {
        return fileRegoVersions.getOrDefault(file, regoVersion);
    }

    /** Returns whether {@code path}, such as {@code a/b/c}, belongs to the bundle. */
    public boolean owns(String path) {
        return roots.stream().anyMatch(root -> isBelow(path, root));
    }

    private static boolean isBelow(String path, String root) {
        return root.isEmpty() || path.equals(root) || path.startsWith(root + "/");
    }

    static BundleManifest read(byte[] text, BundleLimits limits) throws MalformedBundle {
        if (!(DataDocuments.read(FILE, text, limits) instanceof RegoObject object)) {
            throw new MalformedBundle(FILE, "no JSON object");
        }
        for (int i = 0; i < object.size(); i++) {
            if (!(object.keyAt(i) instanceof RegoString key) || !KNOWN.contains(key.text())) {
                throw new MalformedBundle(
                        FILE,
                        object.keyAt(i) + ": not served (expected one of: "
                                + String.join(", ", KNOWN.stream().sorted().toList()) + ")");
            }
        }
        return new BundleManifest(
                revision(object), roots(object), regoVersion(object), fileRegoVersions(object), wasm(object));
    }

    private static String revision(RegoObject object) throws MalformedBundle {
        RegoValue revision = object.get("revision");
        if (revision == null) {
            return "";
        }
        if (!(revision instanceof RegoString text)) {
            throw new MalformedBundle(FILE, "revision: no string");
        }
        if (text.text().length() > MAX_REVISION) {
            throw new MalformedBundle(FILE, "revision: longer than " + MAX_REVISION + " chars");
        }
        return text.text();
    }

    private static List<String> roots(RegoObject object) throws MalformedBundle {
        RegoValue listed = object.get("roots");
        if (listed == null) {
            return NONE.roots;
        }
        if (!(listed instanceof RegoArray array)) {
            throw new MalformedBundle(FILE, "roots: no list of paths");
        }
        var roots = new ArrayList<String>();
        for (RegoValue element : array.list()) {
            if (!(element instanceof RegoString text)) {
                throw new MalformedBundle(FILE, "roots: no list of paths");
            }
            String root = text.text().replaceAll("^/+|/+$", "");
            for (String other : roots) {
                if (isBelow(root, other) || isBelow(other, root)) {
                    throw new MalformedBundle(FILE, "roots: " + root + " and " + other + " overlap");
                }
            }
            roots.add(root);
        }
        return roots;
    }

    private static int regoVersion(RegoObject object) throws MalformedBundle {
        RegoValue version = object.get("rego_version");
        return version == null ? 1 : version("rego_version", version);
    }

    /**
     * Reads the names as they occur in the archive; {@code opa build} begins each with a slash. OPA also accepts
     * patterns, which are refused here: it is easy to misread which files a pattern matches, and a file read in another
     * version has another meaning.
     */
    private static Map<String, Integer> fileRegoVersions(RegoObject object) throws MalformedBundle {
        RegoValue listed = object.get("file_rego_versions");
        if (listed == null) {
            return Map.of();
        }
        if (!(listed instanceof RegoObject versions)) {
            throw new MalformedBundle(FILE, "file_rego_versions: no object");
        }
        var read = new TreeMap<String, Integer>();
        for (int i = 0; i < versions.size(); i++) {
            String name = versions.keyAt(i) instanceof RegoString text ? text.text() : "";
            if (name.isEmpty() || name.matches(".*[*?\\[{].*")) {
                throw new MalformedBundle(
                        FILE, "file_rego_versions: " + name + " (expected: the name of one file, as a/b.rego)");
            }
            read.put(name.replaceFirst("^/", ""), version("file_rego_versions", versions.valueAt(i)));
        }
        return read;
    }

    private static int version(String member, RegoValue version) throws MalformedBundle {
        if (version.equals(RegoNumber.of(0)) || version.equals(RegoNumber.of(1))) {
            return (int) ((RegoNumber) version).longValue();
        }
        throw new MalformedBundle(FILE, member + ": " + version + " (expected: 0 or 1)");
    }

    private static Set<String> wasm(RegoObject object) throws MalformedBundle {
        RegoValue listed = object.get("wasm");
        var entrypoints = new TreeSet<String>();
        if (listed == null) {
            return entrypoints;
        }
        if (!(listed instanceof RegoArray array)) {
            throw new MalformedBundle(FILE, "wasm: no list");
        }
        for (RegoValue element : array.list()) {
            if (!(element instanceof RegoObject entry
                    && entry.get("entrypoint") instanceof RegoString name
                    && entry.get("module") instanceof RegoString module
                    && MODULES.contains(module.text()))) {
                throw new MalformedBundle(FILE, "wasm: no list of entrypoints of /policy.wasm");
            }
            entrypoints.add(name.text());
        }
        return entrypoints;
    }
}
