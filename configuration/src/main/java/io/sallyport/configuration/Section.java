package io.sallyport.configuration;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.YamlReader;
import io.sallyport.model.host.HostList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of the configuration, read key by key; {@link #end} refuses keys that were not read. Confined to one
 * read.
 */
final class Section {
    private static final YamlReader.Bounds BOUNDS = new YamlReader.Bounds(YamlReader.MAX_NODES, false).orEmpty();

    private final String file;
    private final String path;
    private final Members mapping;
    private final Set<String> known = new HashSet<>();

    private Section(String file, String path, Members mapping) {
        this.file = file;
        this.path = path;
        this.mapping = mapping;
    }

    /** Reads the whole document; an empty one is an empty mapping. */
    static Section read(String file, String text) throws ConfigException {
        var findings = new Findings(file);
        DocumentNode document = YamlReader.read(text, BOUNDS, findings);
        if (document == null) {
            throw FilePlace.error(findings.all().getFirst());
        }
        if (document instanceof Scalar) {
            throw new FilePlace(file, document.place()).error("the configuration: a value (expected: a mapping)");
        }
        return of(file, "", document);
    }

    private static Section of(String file, String path, DocumentNode node) throws ConfigException {
        return switch (node) {
            case Members members -> new Section(file, path, members);
            case Scalar scalar when scalar.isNull() -> new Section(file, path, new Members(Map.of(), scalar.place()));
            case Scalar _, Items _ ->
                throw new FilePlace(file, node.place())
                        .error(label(path) + ": " + kind(node) + " (expected: a mapping)");
        };
    }

    /** Returns the kind of a node in YAML's terms. */
    private static String kind(DocumentNode node) {
        return switch (node) {
            case Members _ -> "a mapping";
            case Items _ -> "a list";
            case Scalar scalar -> scalar.isNull() ? "nothing" : "a value";
        };
    }

    Section section(String key) throws ConfigException {
        DocumentNode value = take(key);
        return of(file, path + key + ".", value == null ? new Members(Map.of(), mapping.place()) : value);
    }

    /**
     * Reads the text of a scalar; returns null if it is invalid, in which case the key's {@code expected} describes a
     * valid one.
     */
    interface Reading<T> {
        @Nullable
        T read(String text);
    }

    /** Reads the value of a key that has a default. */
    <T> T read(Key<T> key) throws ConfigException {
        T byDefault = key.byDefault();
        if (byDefault == null) {
            throw new IllegalStateException(key.path() + " has no default");
        }
        return read(key, byDefault);
    }

    /** Reads the value of a key whose default is determined at start. */
    <T> T read(Key<T> key, T byDefault) throws ConfigException {
        T found = find(key);
        return found == null ? byDefault : found;
    }

    /** Reads the value of a key; null if it is missing. */
    <T> @Nullable T find(Key<T> key) throws ConfigException {
        DocumentNode value = take(key.name());
        return value == null ? null : readScalar(key.name(), value, key.form());
    }

    /** Reads a path, resolved against {@code folder} if relative; null if it is missing. */
    @Nullable
    Path path(Key<String> key, Path folder) throws ConfigException {
        String text = find(key);
        return text == null ? null : folder.resolve(text).normalize();
    }

    Path path(Key<String> key, Path folder, Path byDefault) throws ConfigException {
        Path found = path(key, folder);
        return found == null ? byDefault : found;
    }

    <T> List<T> list(Key<T> key) throws ConfigException {
        return list(key, List.of());
    }

    <T> List<T> list(Key<T> key, List<T> byDefault) throws ConfigException {
        DocumentNode value = take(key.name());
        if (value == null) {
            return byDefault;
        }
        if (!(value instanceof Items(var items, var place))) {
            throw new FilePlace(file, value.place())
                    .error(path + key.name() + ": " + kind(value) + " (expected: a list)");
        }
        var read = new ArrayList<T>();
        for (DocumentNode item : items) {
            read.add(readScalar(key.name(), item, key.form()));
        }
        return List.copyOf(read);
    }

    /** Reads hosts for which something is lifted; none by default. */
    HostList hosts(Key<String> key) throws ConfigException {
        return switch (HostList.parse(list(key))) {
            case HostList.Accepted(var hosts) -> hosts;
            case HostList.Rejected(var problems) -> {
                HostList.Problem first = problems.getFirst();
                throw place(key.name())
                        .error(path + key.name() + ": " + first.entry() + ": " + first.why()
                                + " (expected: NAME or *.NAME)");
            }
        };
    }

    /** Reads a mapping whose keys the operator chooses, in the order of the file. */
    <T> Map<String, T> map(Key<T> key) throws ConfigException {
        Section section = section(key.name());
        var entries = new LinkedHashMap<String, T>();
        for (var entry : section.mapping.members().entrySet()) {
            entries.put(
                    entry.getKey(),
                    section.readScalar(entry.getKey(), entry.getValue().value(), key.form()));
        }
        return entries;
    }

    /** Returns the position of {@code key}, or of the section if the key is missing. */
    FilePlace place(String key) {
        Member member = mapping.members().get(key);
        return new FilePlace(file, member == null ? mapping.place() : member.keyPlace());
    }

    /** Marks {@code key} as known without reading it. */
    void pass(String key) {
        known.add(key);
    }

    /** Returns all keys of the section in the file. */
    Set<String> keys() {
        return Set.copyOf(mapping.members().keySet());
    }

    boolean has(String key) {
        return mapping.members().containsKey(key);
    }

    boolean has(Key<?> key) {
        return has(key.name());
    }

    /** Refuses the first key that was not read. */
    void end() throws ConfigException {
        for (String key : mapping.members().keySet()) {
            if (!known.contains(key)) {
                throw place(key)
                        .error(path + key + ": unknown key (expected one of: "
                                + String.join(", ", known.stream().sorted().toList()) + ")");
            }
        }
    }

    private <T> T readScalar(String key, DocumentNode value, Form<T> form) throws ConfigException {
        var place = new FilePlace(file, value.place());
        if (!(value instanceof Scalar scalar) || scalar.isNull()) {
            throw place.error(path + key + ": " + kind(value) + " (expected: " + form.expected() + ")");
        }
        T read = form.of(scalar.text());
        if (read == null) {
            throw place.error(path + key + ": " + scalar.text() + " (expected: " + form.expected() + ")");
        }
        return read;
    }

    private @Nullable DocumentNode take(String key) {
        known.add(key);
        Member member = mapping.members().get(key);
        return member == null ? null : member.value();
    }

    private static String label(String path) {
        return path.isEmpty() ? "the configuration" : path.substring(0, path.length() - 1);
    }
}
