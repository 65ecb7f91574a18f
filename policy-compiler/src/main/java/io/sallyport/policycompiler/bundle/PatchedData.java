package io.sallyport.policycompiler.bundle;

import io.sallyport.policycompiler.bundle.BundleDelta.Kind;
import io.sallyport.policycompiler.bundle.BundleDelta.Operation;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Data that operations change one after the other. An object is opened once, when the first operation leads into it, so
 * that many operations on a large object cost no copy each. Confined to one thread.
 */
final class PatchedData {
    private final OpenObject root;

    PatchedData(RegoObject data) throws MalformedBundle {
        this.root = OpenObject.of(data);
    }

    /** An object that is being changed: what is not opened, and what is. No name is in both. */
    private record OpenObject(SortedMap<String, RegoValue> values, Map<String, OpenObject> opened) {
        static OpenObject of(RegoObject object) throws MalformedBundle {
            var values = new TreeMap<String, RegoValue>();
            for (int i = 0; i < object.size(); i++) {
                if (!(object.keyAt(i) instanceof RegoString key)) {
                    throw new MalformedBundle(BundleDelta.FILE, object.keyAt(i) + ": no name");
                }
                values.put(key.text(), object.valueAt(i));
            }
            return new OpenObject(values, new TreeMap<>());
        }

        boolean has(String name) {
            return values.containsKey(name) || opened.containsKey(name);
        }

        void set(String name, @Nullable RegoValue value) {
            opened.remove(name);
            values.remove(name);
            if (value != null) {
                values.put(name, value);
            }
        }

        RegoObject whole() {
            var all = new TreeMap<String, RegoValue>(values);
            opened.forEach((name, object) -> all.put(name, object.whole()));
            return RegoObject.of(all);
        }
    }

    void apply(Operation operation) throws MalformedBundle {
        List<String> path = operation.path();
        OpenObject at = root;
        for (String name : path.subList(0, path.size() - 1)) {
            at = inner(at, name, operation);
        }
        String last = path.getLast();
        if (operation.kind() != Kind.UPSERT && !at.has(last)) {
            throw fault(operation, "is not there");
        }
        at.set(last, operation.value());
    }

    private static OpenObject inner(OpenObject at, String name, Operation operation) throws MalformedBundle {
        OpenObject known = at.opened().get(name);
        if (known != null) {
            return known;
        }
        RegoValue value = at.values().get(name);
        if (value == null && operation.kind() != Kind.UPSERT) {
            throw fault(operation, "is not there");
        }
        if (value != null && !(value instanceof RegoObject)) {
            throw fault(operation, "leads through what is no object");
        }
        OpenObject open = OpenObject.of(
                value instanceof RegoObject object
                        ? object
                        : RegoObject.growing().sealed());
        at.values().remove(name);
        at.opened().put(name, open);
        return open;
    }

    private static MalformedBundle fault(Operation operation, String what) {
        return new MalformedBundle(BundleDelta.FILE, "/" + String.join("/", operation.path()) + " " + what);
    }

    RegoObject whole() {
        return root.whole();
    }
}
