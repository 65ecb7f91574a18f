package io.sallyport.policycompiler.bundle;

import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A delta bundle: changes of the data of the bundle before, and a new revision (OPA 1.22, "Delta Bundles"). Policy
 * stays as it is. Immutable.
 *
 * @param manifest its revision becomes the bundle's, its roots bound what may be changed
 * @param operations in order
 */
public record BundleDelta(BundleManifest manifest, List<Operation> operations) {
    static final String FILE = "patch.json";

    /** Limit of the operations of one delta. */
    private static final int MAX_OPERATIONS = 100_000;

    private static final Set<String> MEMBERS = Set.of("op", "path", "value");

    public BundleDelta {
        operations = List.copyOf(operations);
    }

    /** What an operation does to what is at its path. */
    public enum Kind {
        /** Sets it, and objects that lead there. */
        UPSERT,
        /** Sets what is there already. */
        REPLACE,
        /** Takes away what is there. */
        REMOVE
    }

    /**
     * One change.
     *
     * @param path names from the outermost object on; at least one
     * @param value null of a removal
     */
    public record Operation(
            Kind kind, List<String> path, @Nullable RegoValue value) {
        public Operation {
            path = List.copyOf(path);
        }
    }

    static BundleDelta read(BundleManifest manifest, byte[] text, BundleLimits limits) throws MalformedBundle {
        if (!(DataDocuments.read(FILE, text, limits) instanceof RegoObject object
                && object.size() == 1
                && object.get("data") instanceof RegoArray array)) {
            throw new MalformedBundle(FILE, "no object with a list named data alone");
        }
        if (array.size() == 0 || array.size() > MAX_OPERATIONS) {
            throw new MalformedBundle(FILE, "data: not 1 to " + MAX_OPERATIONS + " operations");
        }
        var operations = new ArrayList<Operation>();
        for (RegoValue each : array.list()) {
            operations.add(operation(manifest, each));
        }
        return new BundleDelta(manifest, operations);
    }

    private static Operation operation(BundleManifest manifest, RegoValue written) throws MalformedBundle {
        if (!(written instanceof RegoObject object
                && object.get("op") instanceof RegoString op
                && object.get("path") instanceof RegoString path)) {
            throw new MalformedBundle(FILE, "data: no object with op and path");
        }
        for (int i = 0; i < object.size(); i++) {
            if (!(object.keyAt(i) instanceof RegoString name && MEMBERS.contains(name.text()))) {
                throw new MalformedBundle(FILE, "data: " + object.keyAt(i) + ": not served");
            }
        }
        Kind kind = switch (op.text()) {
            case "upsert" -> Kind.UPSERT;
            case "replace" -> Kind.REPLACE;
            case "remove" -> Kind.REMOVE;
            default -> throw new MalformedBundle(FILE, "op: " + op + " (expected: upsert, replace or remove)");
        };
        RegoValue value = object.get("value");
        if ((kind == Kind.REMOVE) != (value == null)) {
            throw new MalformedBundle(FILE, "value: " + (value == null ? "missing" : "not of a removal"));
        }
        List<String> names = names(path.text());
        if (!manifest.owns(String.join("/", names))) {
            throw new MalformedBundle(FILE, path + ": outside the roots of the bundle");
        }
        return new Operation(kind, names, value);
    }

    /** Returns the names of a JSON pointer (RFC 6901). */
    private static List<String> names(String path) throws MalformedBundle {
        String trimmed = path.replaceAll("^/+|/+$", "");
        if (trimmed.isEmpty() || trimmed.contains("//")) {
            throw new MalformedBundle(FILE, "path: " + path + ": no path of names");
        }
        var names = new ArrayList<String>();
        for (String name : trimmed.split("/", -1)) {
            names.add(name.replace("~1", "/").replace("~0", "~"));
        }
        return names;
    }

    /** Returns {@code base} with these changes, or why they do not fit it. */
    public Parsed<OpaBundle> applyTo(OpaBundle base) {
        try {
            var data = new PatchedData(base.data());
            for (Operation each : operations) {
                data.apply(each);
            }
            BundleManifest before = base.manifest();
            var named = new BundleManifest(
                    manifest.revision(),
                    before.roots(),
                    before.regoVersion(),
                    before.fileRegoVersions(),
                    before.wasmEntrypoints());
            return new Parsed.Accepted<>(new OpaBundle(named, data.whole(), base.modules(), base.plan(), base.wasm()));
        } catch (MalformedBundle e) {
            return new Parsed.Rejected<>(e.why());
        }
    }
}
