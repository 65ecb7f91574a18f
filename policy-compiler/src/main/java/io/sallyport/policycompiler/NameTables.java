package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.NamePattern;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Grants of names and files by capability, in the form that {@code naming.rego} reads. Confined to its builder. */
final class NameTables {
    private final Map<String, Table> byCapability = new TreeMap<>();

    /** The number of the first grant per pattern. */
    private static final class Table {
        private final Map<String, RegoNumber> exact = new HashMap<>();
        private final Map<String, RegoNumber> matching = new LinkedHashMap<>();
        private @Nullable RegoNumber all;
    }

    /** Adds the grant with that number; numbers must increase. */
    void add(int number, Grant.Named grant) {
        Table table = byCapability.computeIfAbsent(grant.capability(), _ -> new Table());
        RegoNumber value = RegoNumber.of(number);
        switch (grant.targets()) {
            case NamePattern.Exactly(String target) -> table.exact.putIfAbsent(target, value);
            case NamePattern.Matching(String re2) -> table.matching.putIfAbsent(re2, value);
            case NamePattern.Anything() -> table.all = table.all == null ? value : table.all;
        }
    }

    RegoObject value() {
        EntryObject tables = RegoObject.growing();
        byCapability.forEach((capability, table) -> tables.put(capability, value(table)));
        return tables.sealed();
    }

    private static RegoObject value(Table table) {
        EntryObject object = RegoObject.growing();
        if (table.all != null) {
            object.put("all", table.all);
        }
        if (!table.exact.isEmpty()) {
            object.put("exact", RegoObject.of(table.exact));
        }
        if (!table.matching.isEmpty()) {
            object.put(
                    "matching",
                    RegoArray.of(table.matching.entrySet().stream()
                            .map(NameTables::matching)
                            .toList()));
        }
        return object.sealed();
    }

    private static RegoObject matching(Map.Entry<String, RegoNumber> expression) {
        return RegoObject.growing()
                .put("matching", RegoString.of(expression.getKey()))
                .put("number", expression.getValue())
                .sealed();
    }
}
