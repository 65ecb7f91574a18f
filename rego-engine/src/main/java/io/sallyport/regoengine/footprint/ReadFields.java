package io.sallyport.regoengine.footprint;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of a value that are read: the named fields, or the whole value if none is named. Immutable. */
record ReadFields(Map<String, ReadFields> named) {
    static final ReadFields WHOLE = new ReadFields(Map.of());

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    ReadFields {
        named = Map.copyOf(named);
    }

    private boolean isWhole() {
        return named.isEmpty();
    }

    boolean reads(List<String> path) {
        if (isWhole() || path.isEmpty()) {
            return true;
        }
        ReadFields below = named.get(path.getFirst());
        return below != null && below.reads(path.subList(1, path.size()));
    }

    ReadFields union(@Nullable ReadFields other) {
        if (other == null || isWhole()) {
            return this;
        }
        if (other.isWhole()) {
            return other;
        }
        Map<String, ReadFields> all = new TreeMap<>(named);
        other.named.forEach((name, fields) -> all.merge(name, fields, ReadFields::union));
        return new ReadFields(all);
    }

    List<String> paths(String prefix) {
        return isWhole()
                ? List.of(prefix)
                : new TreeMap<>(named)
                        .entrySet().stream()
                                .flatMap(below -> pathsBelow(prefix, below))
                                .toList();
    }

    private static Stream<String> pathsBelow(String prefix, Map.Entry<String, ReadFields> below) {
        String name = below.getKey();
        String step = PLAIN.matcher(name).matches() ? "." + name : "[\"" + name + "\"]";
        return below.getValue().paths(prefix + step).stream();
    }
}
