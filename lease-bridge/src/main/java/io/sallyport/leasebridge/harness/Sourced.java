package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DocumentNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A piece of a harness that knows where it was written, even after several documents were merged. Immutable. */
public sealed interface Sourced {
    SourcePosition origin();

    /** Returns whether it overrides nothing when merged: null, or an empty text, list or mapping. */
    boolean isEmpty();

    record Text(DocumentNode.Scalar scalar, SourcePosition origin) implements Sourced {
        public String text() {
            return scalar.text();
        }

        @Override
        public boolean isEmpty() {
            return scalar.isNull() || scalar.text().isEmpty();
        }
    }

    record Listing(List<Sourced> items, SourcePosition origin) implements Sourced {
        public Listing {
            items = List.copyOf(items);
        }

        @Override
        public boolean isEmpty() {
            return items.isEmpty();
        }
    }

    /** Members in order of appearance, those of a base first. */
    record Mapping(SequencedMap<String, Sourced> members, SourcePosition origin) implements Sourced {
        public Mapping {
            members = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
        }

        @Override
        public boolean isEmpty() {
            return members.isEmpty();
        }

        /** Returns the scalar under that key, or null if there is none or it is empty. */
        public @Nullable Text text(String key) {
            return members.get(key) instanceof Text text && !text.isEmpty() ? text : null;
        }

        boolean isTrue(String key) {
            Text text = text(key);
            return text != null && Boolean.TRUE.equals(text.scalar().truth());
        }

        /** Returns the items of the list under that key; empty if there is none. */
        public List<Sourced> items(String key) {
            return members.get(key) instanceof Listing(var items, var _) ? items : List.of();
        }

        /** Returns the scalars in the list under that key, without nulls. */
        List<Text> texts(String key) {
            List<Text> texts = new ArrayList<>();
            for (Sourced item : items(key)) {
                if (item instanceof Text text && !text.scalar().isNull()) {
                    texts.add(text);
                }
            }
            return texts;
        }

        /** Returns the mapping under that key; an empty one if there is none. */
        public Mapping mapping(String key) {
            return members.get(key) instanceof Mapping mapping ? mapping : new Mapping(new LinkedHashMap<>(), origin);
        }

        Mapping with(String key, Sourced value) {
            var more = new LinkedHashMap<>(members);
            more.put(key, value);
            return new Mapping(more, origin);
        }

        Mapping without(Collection<String> keys) {
            var rest = new LinkedHashMap<>(members);
            rest.keySet().removeAll(keys);
            return new Mapping(rest, origin);
        }
    }
}
