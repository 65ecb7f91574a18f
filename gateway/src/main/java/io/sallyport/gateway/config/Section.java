package io.sallyport.gateway.config;

import io.sallyport.model.HostList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of the configuration, read key by key; {@link #end} refuses what nobody asked for. Confined to one read.
 */
final class Section {
    private final String path;
    private final Node.Mapping mapping;
    private final Set<String> known = new HashSet<>();

    private Section(String path, Node.Mapping mapping) {
        this.path = path;
        this.mapping = mapping;
    }

    /** @param path dotted name of the section with a dot at its end; empty for the whole document */
    static Section of(String path, Node node) throws ConfigException {
        return switch (node) {
            case Node.Mapping mapping -> new Section(path, mapping);
            case Node.Scalar scalar
            when scalar.isNull() -> new Section(path, new Node.Mapping(scalar.place(), new LinkedHashMap<>()));
            case Node.Scalar _, Node.Sequence _ ->
                throw node.place().error(label(path) + ": " + node.kind() + " (expected: a mapping)");
        };
    }

    Section section(String key) throws ConfigException {
        Node value = take(key);
        return of(path + key + ".", value == null ? new Node.Scalar(mapping.place(), "", true) : value);
    }

    /** Reads the value of a scalar; null: it is wrong, and the key's {@code expected} says what is right. */
    interface Reading<T> {
        @Nullable
        T read(String text);
    }

    <T> T read(String key, T byDefault, String expected, Reading<T> reading) throws ConfigException {
        Node value = take(key);
        return value == null ? byDefault : readScalar(key, value, expected, reading);
    }

    @Nullable
    String text(String key) throws ConfigException {
        Node value = take(key);
        return value == null ? null : readScalar(key, value, "a string", text -> text.isEmpty() ? null : text);
    }

    /** A path, which begins at {@code folder} where it is relative. */
    @Nullable
    Path path(String key, Path folder) throws ConfigException {
        String text = text(key);
        return text == null ? null : folder.resolve(text).normalize();
    }

    <T> List<T> list(String key, List<T> byDefault, String expected, Reading<T> reading) throws ConfigException {
        Node value = take(key);
        if (value == null) {
            return byDefault;
        }
        if (!(value instanceof Node.Sequence sequence)) {
            throw value.place().error(path + key + ": " + value.kind() + " (expected: a list)");
        }
        var items = new ArrayList<T>();
        for (Node item : sequence.items()) {
            items.add(readScalar(key, item, expected, reading));
        }
        return List.copyOf(items);
    }

    /** Hosts that something is lifted for; none by default. */
    HostList hosts(String key) throws ConfigException {
        return switch (HostList.parse(list(key, List.of(), "NAME or *.NAME", Values::word))) {
            case HostList.Accepted(var hosts) -> hosts;
            case HostList.Rejected(var problems) -> {
                HostList.Problem first = problems.getFirst();
                throw place(key)
                        .error(path + key + ": " + first.entry() + ": " + first.why() + " (expected: NAME or *.NAME)");
            }
        };
    }

    /** Entries of a mapping whose keys are the operator's own words; in the order of the file. */
    <T> Map<String, T> map(String key, String expected, Reading<T> reading) throws ConfigException {
        Section section = section(key);
        var entries = new LinkedHashMap<String, T>();
        for (var entry : section.mapping.entries().entrySet()) {
            entries.put(
                    entry.getKey(),
                    section.readScalar(entry.getKey(), entry.getValue().value(), expected, reading));
        }
        return entries;
    }

    /** Where {@code key} stands, or where the section does. */
    Node.Place place(String key) {
        Node.Entry entry = mapping.entries().get(key);
        return entry == null ? mapping.place() : entry.place();
    }

    /** Knows {@code key} without reading it. */
    void pass(String key) {
        known.add(key);
    }

    /** Every key that stands there. */
    Set<String> keys() {
        return Set.copyOf(mapping.entries().keySet());
    }

    boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    /** Refuses the first key that was not read. */
    void end() throws ConfigException {
        for (var entry : mapping.entries().entrySet()) {
            if (!known.contains(entry.getKey())) {
                throw entry.getValue()
                        .place()
                        .error(path + entry.getKey() + ": unknown key (expected one of: "
                                + String.join(", ", known.stream().sorted().toList()) + ")");
            }
        }
    }

    private <T> T readScalar(String key, Node value, String expected, Reading<T> reading) throws ConfigException {
        if (!(value instanceof Node.Scalar scalar) || scalar.isNull()) {
            throw value.place().error(path + key + ": " + value.kind() + " (expected: " + expected + ")");
        }
        T read = reading.read(scalar.text());
        if (read == null) {
            throw value.place().error(path + key + ": " + scalar.text() + " (expected: " + expected + ")");
        }
        return read;
    }

    private @Nullable Node take(String key) {
        known.add(key);
        Node.Entry entry = mapping.entries().get(key);
        return entry == null ? null : entry.value();
    }

    private static String label(String path) {
        return path.isEmpty() ? "the configuration" : path.substring(0, path.length() - 1);
    }
}
