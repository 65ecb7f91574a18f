package io.sallyport.policycompiler.test;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Base documents, merged from files. Confined to one thread. */
public final class DataTree {
    private RegoObject root = RegoObject.growing().sealed();

    /**
     * Merges {@code document} at {@code path}. Returns the name for which two documents have different values, or null.
     */
    public @Nullable String add(List<String> path, RegoObject document) {
        RegoObject at = document;
        for (String step : path.reversed()) {
            at = RegoObject.growing().put(step, at).sealed();
        }
        var conflict = new Conflict();
        RegoObject merged = merge(root, at, "", conflict);
        if (conflict.name == null) {
            root = merged;
        }
        return conflict.name;
    }

    /** Returns the merged documents. */
    public RegoObject root() {
        return root;
    }

    private static final class Conflict {
        @Nullable
        String name;
    }

    private static RegoObject merge(RegoObject one, RegoObject other, String path, Conflict conflict) {
        var all = new TreeMap<String, RegoValue>();
        for (RegoObject side : List.of(one, other)) {
            side.forEach((key, value) -> {
                String name = key instanceof RegoString string ? string.text() : key.toString();
                RegoValue there = all.get(name);
                if (there instanceof RegoObject left && value instanceof RegoObject right) {
                    all.put(name, merge(left, right, path + name + ".", conflict));
                } else if (there == null) {
                    all.put(name, value);
                } else {
                    conflict.name = path + name;
                }
            });
        }
        return RegoObject.of(all);
    }
}
