package io.sallyport.policycompiler;

import io.sallyport.model.RequestKind;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Combines the indexes of the sides that exist: {@code data.sallyport.index}. */
final class SideIndexes {
    /** What the name of the part of a credential begins with; no side has such a name. */
    private static final String CREDENTIAL = "credential:";

    private SideIndexes() {}

    /**
     * Returns the combined index. A side that exists is consulted even if it grants nothing at all.
     *
     * @param denials what is refused whatever the sides grant, or null if nothing is
     * @param credentials the index of the requests that each credential is granted for, by its name
     * @param unbounded kinds of which no side is asked, and which are granted all the same
     */
    static RegoObject of(
            SortedMap<GrantSide, RegoObject> sides,
            @Nullable RegoObject denials,
            SortedMap<String, RegoObject> credentials,
            List<RequestKind> unbounded) {
        EntryObject index = RegoObject.growing();
        Map<RequestKind, List<RegoString>> asked = new EnumMap<>(RequestKind.class);
        sides.forEach((side, part) -> {
            index.put(side.word(), part);
            for (RequestKind kind : side.kinds()) {
                asked.computeIfAbsent(kind, _ -> new ArrayList<>()).add(RegoString.named(side.word()));
            }
        });
        if (denials != null) {
            index.put("denials", denials);
        }
        if (!credentials.isEmpty()) {
            EntryObject parts = RegoObject.growing();
            credentials.forEach((name, part) -> {
                parts.put(name, RegoString.of(CREDENTIAL + name));
                index.put(CREDENTIAL + name, part);
            });
            index.put("credentials", parts);
        }
        if (!unbounded.isEmpty()) {
            EntryObject kinds = RegoObject.growing();
            unbounded.forEach(kind -> kinds.put(kind.word(), RegoBoolean.TRUE));
            index.put("unbounded", kinds.sealed());
        }
        return index.put("sides", byWord(asked)).sealed();
    }

    private static RegoObject byWord(Map<RequestKind, List<RegoString>> asked) {
        Map<String, RegoArray> words = new TreeMap<>();
        asked.forEach((kind, sides) -> words.put(kind.word(), RegoArray.of(sides)));
        return RegoObject.of(words);
    }
}
