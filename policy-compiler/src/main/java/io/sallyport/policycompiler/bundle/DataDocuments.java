package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.builtin.yaml.YamlDocument;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;
import java.util.TreeMap;

/** The data of a bundle, merged from its documents. Confined to one thread. */
final class DataDocuments {
    private static final String JSON = "data.json";
    private static final Set<String> YAML = Set.of("data.yaml", "data.yml");

    private final BundleManifest manifest;
    private final BundleLimits limits;
    private RegoObject merged = RegoObject.growing().sealed();

    DataDocuments(BundleManifest manifest, BundleLimits limits) {
        this.manifest = manifest;
        this.limits = limits;
    }

    static boolean isOne(String name) {
        return fileOf(name).equals(JSON) || isYaml(name);
    }

    private static boolean isYaml(String name) {
        return YAML.contains(fileOf(name));
    }

    /** Parses the document {@code name}, or a manifest. */
    static RegoValue read(String name, byte[] text, BundleLimits limits) throws MalformedBundle {
        var bounds = new JsonLimits(limits.maxBytes(), limits.maxDepth());
        return switch (isYaml(name) ? YamlDocument.parse(text, bounds) : RegoJson.parse(text, bounds)) {
            case ParsedJson.Accepted(var value) -> value;
            case ParsedJson.Rejected(var why, int line, int column) ->
                throw new MalformedBundle(name, line + ":" + column + ": " + why);
        };
    }

    /** Merges the document {@code name} at the path given by its directories. */
    void add(String name, byte[] text) throws MalformedBundle {
        RegoValue document = read(name, text, limits);
        String folder = name.substring(0, name.length() - fileOf(name).length());
        String[] path = folder.isEmpty() ? new String[0] : folder.split("/");
        for (int i = path.length - 1; i >= 0; i--) {
            document = RegoObject.growing().put(path[i], document).sealed();
        }
        if (!(document instanceof RegoObject object)) {
            throw new MalformedBundle(name, "no JSON object");
        }
        requireOwned(name, "", object);
        merged = merge(name, merged, object);
    }

    RegoObject merged() {
        return merged;
    }

    private static String fileOf(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /**
     * Requires that the document only sets paths below a root; above the roots it may contain nothing but objects that
     * lead there.
     */
    private void requireOwned(String name, String path, RegoObject object) throws MalformedBundle {
        for (int i = 0; i < object.size(); i++) {
            String below = path + (path.isEmpty() ? "" : "/") + key(name, object.keyAt(i));
            if (manifest.owns(below)) {
                continue;
            }
            boolean leads = manifest.roots().stream().anyMatch(root -> root.startsWith(below + "/"));
            if (!leads || !(object.valueAt(i) instanceof RegoObject inner)) {
                throw new MalformedBundle(name, below + ": outside the roots of the bundle");
            }
            requireOwned(name, below, inner);
        }
    }

    private static String key(String name, RegoValue key) throws MalformedBundle {
        if (key instanceof RegoString string) {
            return string.text();
        }
        throw new MalformedBundle(name, key + ": no name");
    }

    private static RegoObject merge(String name, RegoObject one, RegoObject other) throws MalformedBundle {
        var all = new TreeMap<String, RegoValue>();
        for (int i = 0; i < one.size(); i++) {
            all.put(key(name, one.keyAt(i)), one.valueAt(i));
        }
        for (int i = 0; i < other.size(); i++) {
            String key = key(name, other.keyAt(i));
            RegoValue there = all.get(key);
            RegoValue value = other.valueAt(i);
            if (there == null) {
                all.put(key, value);
            } else if (there instanceof RegoObject left && value instanceof RegoObject right) {
                all.put(key, merge(name, left, right));
            } else {
                throw new MalformedBundle(name, key + ": given by two documents");
            }
        }
        return RegoObject.of(all);
    }
}
