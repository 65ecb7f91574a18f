package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A piece of a harness that knows where it was written, however many documents it was put together from. Immutable. */
public sealed interface Sourced {
    Origin origin();

    /** Whether it says nothing, so that what lies below it shows: a null, an empty text, a list or a mapping of nothing. */
    boolean isEmpty();

    record Text(Node.Scalar scalar, Origin origin) implements Sourced {
        public String text() {
            return scalar.text();
        }

        @Override
        public boolean isEmpty() {
            return scalar.isNull() || scalar.text().isEmpty();
        }
    }

    record Listing(List<Sourced> items, Origin origin) implements Sourced {
        public Listing {
            items = List.copyOf(items);
        }

        @Override
        public boolean isEmpty() {
            return items.isEmpty();
        }
    }

    /** Members in order of appearance, those of a base first. */
    record Mapping(SequencedMap<String, Sourced> members, Origin origin) implements Sourced {
        public Mapping {
            members = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
        }

        @Override
        public boolean isEmpty() {
            return members.isEmpty();
        }

        /** The scalar under that key, where there is one that is not empty. */
        public @Nullable Text text(String key) {
            return members.get(key) instanceof Text text && !text.isEmpty() ? text : null;
        }

        boolean isTrue(String key) {
            Text text = text(key);
            return text != null && Boolean.TRUE.equals(text.scalar().truth());
        }

        /** What the list under that key holds; nothing where there is none. */
        public List<Sourced> items(String key) {
            return members.get(key) instanceof Listing(var items, var _) ? items : List.of();
        }

        /** The scalars in the list under that key, less nulls. */
        List<Text> texts(String key) {
            List<Text> texts = new ArrayList<>();
            for (Sourced item : items(key)) {
                if (item instanceof Text text && !text.scalar().isNull()) {
                    texts.add(text);
                }
            }
            return texts;
        }

        /** The mapping under that key; an empty one where there is none. */
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
