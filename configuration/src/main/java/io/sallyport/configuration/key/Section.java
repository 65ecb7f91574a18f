package io.sallyport.configuration.key;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.NearestName;
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
 * One mapping of the configuration, read key by key; {@link #end} reports keys that were not read. A value without the
 * form of its key is a fault, and read as if the key were missing. Confined to one read.
 */
public final class Section {
    private static final YamlReader.Bounds BOUNDS = new YamlReader.Bounds(YamlReader.MAX_NODES, false).orEmpty();

    private final Faults faults;
    private final String file;
    private final String path;
    private final Members mapping;
    private final Map<String, Setting> settings;
    private final Set<String> known = new HashSet<>();

    private Section(Faults faults, Map<String, Setting> settings, String file, String path, Members mapping) {
        this.faults = faults;
        this.settings = settings;
        this.file = file;
        this.path = path;
        this.mapping = mapping;
    }

    /** Reads the whole document; an empty one is an empty mapping. */
    public static Section read(String file, String text) throws ConfigException {
        var findings = new Findings(file);
        DocumentNode document = YamlReader.read(text, BOUNDS, findings);
        if (document == null) {
            throw FilePlace.error(findings.all().getFirst());
        }
        if (document instanceof Scalar) {
            throw new FilePlace(file, document.place()).error("the configuration: a value (expected: a mapping)");
        }
        var faults = new Faults();
        Section top = new Section(faults, new LinkedHashMap<>(), file, "", mapping(faults, file, "", document));
        if (document instanceof Items) {
            faults.end();
        }
        return top;
    }

    private static Members mapping(Faults faults, String file, String path, DocumentNode node) {
        if (node instanceof Members members) {
            return members;
        }
        if (!(node instanceof Scalar scalar && scalar.isNull())) {
            faults.add(new FilePlace(file, node.place())
                    .error(label(path) + ": " + kind(node) + " (expected: a mapping)"));
        }
        return new Members(Map.of(), node.place());
    }

    /** Returns the faults of the whole configuration. */
    public Faults faults() {
        return faults;
    }

    /** Returns what was read of the whole configuration so far, in the order of reading. */
    public List<Setting> settings() {
        return List.copyOf(settings.values());
    }

    private void note(String name, @Nullable DocumentNode node, @Nullable String value) {
        String place = node == null ? null : file + ":" + node.place().line();
        settings.put(path + name, new Setting(path + name, value, place));
    }

    /** Returns the kind of a node in YAML's terms. */
    private static String kind(DocumentNode node) {
        return switch (node) {
            case Members _ -> "a mapping";
            case Items _ -> "a list";
            case Scalar scalar -> scalar.isNull() ? "nothing" : "a value";
        };
    }

    public Section section(String key) {
        DocumentNode value = take(key);
        DocumentNode node = value == null ? new Members(Map.of(), mapping.place()) : value;
        String below = path + key + ".";
        return new Section(faults, settings, file, below, mapping(faults, file, below, node));
    }

    /**
     * Reads the text of a scalar; returns null if it is invalid, in which case the key's {@code expected} describes a
     * valid one.
     */
    public interface Reading<T> {
        @Nullable
        T read(String text);
    }

    /** Reads the value of a key that has a default. */
    public <T> T read(Key<T> key) {
        T byDefault = key.byDefault();
        if (byDefault == null) {
            throw new IllegalStateException(key.path() + " has no default");
        }
        return read(key, byDefault);
    }

    /** Reads the value of a key whose default is determined at start. */
    public <T> T read(Key<T> key, T byDefault) {
        T found = find(key);
        return found == null ? byDefault : found;
    }

    /** Reads the value of a key; null if it is missing or a fault. */
    public <T> @Nullable T find(Key<T> key) {
        DocumentNode value = take(key.name());
        T read = value == null ? null : readScalar(key.name(), value, key.form());
        note(key.name(), value, read == null ? key.shown() : Forms.shown(key.form(), read));
        return read;
    }

    /** Reads a path, resolved against {@code folder} if relative; null if it is missing. */
    @Nullable
    public Path path(Key<String> key, Path folder) {
        String text = find(key);
        return text == null ? null : folder.resolve(text).normalize();
    }

    public Path path(Key<String> key, Path folder, Path byDefault) {
        Path found = path(key, folder);
        return found == null ? byDefault : found;
    }

    public <T> List<T> list(Key<T> key) {
        return list(key, List.of());
    }

    public <T> List<T> list(Key<T> key, List<T> byDefault) {
        DocumentNode value = take(key.name());
        if (value == null) {
            note(key.name(), null, key.shown());
            return byDefault;
        }
        if (!(value instanceof Items(var items, var _))) {
            fault(value, key.name(), kind(value), "a list");
            return byDefault;
        }
        var read = new ArrayList<T>();
        for (DocumentNode item : items) {
            T one = readScalar(key.name(), item, key.form());
            if (one != null) {
                read.add(one);
            }
        }
        note(key.name(), value, Forms.shown(key.form(), read));
        return read.size() < items.size() ? byDefault : List.copyOf(read);
    }

    /** Reads hosts for which something is lifted; none by default. */
    public HostList hosts(Key<String> key) {
        return switch (HostList.parse(list(key))) {
            case HostList.Accepted(var hosts) -> hosts;
            case HostList.Rejected(var problems) -> {
                problems.forEach(problem -> faults.add(place(key.name())
                        .error(path + key.name() + ": " + problem.entry() + ": " + problem.why()
                                + " (expected: NAME or *.NAME)")));
                yield HostList.NONE;
            }
        };
    }

    /** Reads a mapping whose keys the operator chooses, in the order of the file. */
    public <T> Map<String, T> map(Key<T> key) {
        Section section = section(key.name());
        var entries = new LinkedHashMap<String, T>();
        section.mapping.members().forEach((name, member) -> {
            T value = section.readScalar(name, member.value(), key.form());
            if (value != null) {
                entries.put(name, value);
                section.note(name, member.value(), Forms.shown(key.form(), value));
            }
        });
        if (entries.isEmpty()) {
            note(key.name(), null, key.shown());
        }
        return entries;
    }

    /** Returns the position of {@code key}, or of the section if the key is missing. */
    public FilePlace place(String key) {
        Member member = mapping.members().get(key);
        return new FilePlace(file, member == null ? mapping.place() : member.keyPlace());
    }

    /** Returns a fault of the section as a whole. */
    public ConfigException error(String why) {
        return new FilePlace(file, mapping.place()).error(label(path) + ": " + why);
    }

    /** Marks {@code key} as known without reading it. */
    public void pass(String key) {
        known.add(key);
    }

    /** Returns all keys of the section in the file. */
    public Set<String> keys() {
        return Set.copyOf(mapping.members().keySet());
    }

    public boolean has(String key) {
        return mapping.members().containsKey(key);
    }

    public boolean has(Key<?> key) {
        return has(key.name());
    }

    /** Reports the keys that were not read. */
    public void end() {
        for (String key : mapping.members().keySet()) {
            if (!known.contains(key)) {
                String nearest = NearestName.of(key, known);
                faults.add(place(key)
                        .error(path + key + ": unknown key (expected one of: "
                                + String.join(", ", known.stream().sorted().toList()) + ")"
                                + (nearest == null ? "" : ", perhaps " + nearest)));
            }
        }
    }

    private <T> @Nullable T readScalar(String key, DocumentNode value, Form<T> form) {
        if (!(value instanceof Scalar scalar) || scalar.isNull()) {
            fault(value, key, kind(value), form.expected());
            return null;
        }
        T read = form.of(scalar.text());
        if (read == null) {
            fault(value, key, scalar.text(), form.expected());
        }
        return read;
    }

    private void fault(DocumentNode value, String key, String found, String expected) {
        faults.add(
                new FilePlace(file, value.place()).error(path + key + ": " + found + " (expected: " + expected + ")"));
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
