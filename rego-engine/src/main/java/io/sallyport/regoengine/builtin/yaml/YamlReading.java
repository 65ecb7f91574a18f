package io.sallyport.regoengine.builtin.yaml;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Converts YAML to values like OPA: uses the first document, but all must be well-formed; keys become strings, the last
 * of equal keys wins, {@code <<} merges. Confined to one call.
 */
final class YamlReading {
    /** The maximum nesting of collections. */
    private static final int MAX_DEPTH = 256;

    /** The maximum number of collections that are aliased. */
    private static final int MAX_ALIASES = 100;

    private static final String MERGE = "<<";

    private final Fuel fuel;
    private final String source;
    private final int sourceLength; // in code points, like a mark's position

    private YamlReading(Fuel fuel, String source) {
        this.fuel = fuel;
        this.source = source;
        this.sourceLength = source.codePointCount(0, source.length());
    }

    /** Returns the value of {@code text}, or throws. An alias is charged each time that it is used. */
    static RegoValue read(BuiltinContext context, String text) {
        context.fuel().steps(4L * text.length());
        context.fuel().makeValues(4L * text.length());
        LoadSettings settings = LoadSettings.builder()
                .setSchema(new YamlSchema())
                .setAllowDuplicateKeys(true)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .setCodePointLimit(Math.max(1, text.length()))
                .build();
        Node first = null;
        try {
            checkDepth(text);
            for (Node document : new Compose(settings).composeAllFromString(text)) {
                first = first == null ? document : first;
            }
        } catch (YamlEngineException e) {
            throw new BuiltinError("yaml: " + e.getMessage());
        }
        return first == null ? RegoNull.NULL : new YamlReading(context.fuel(), text).value(first, 0);
    }

    /**
     * Limits the nesting, because the composer recurses as deep as collections nest. Counts what opens a collection,
     * even inside quotes: brackets in the whole text, block marks in each line. Nesting over several lines needs
     * indentation, which the length bounds.
     */
    private static void checkDepth(String text) {
        int brackets = 0;
        int marks = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '[', '{' -> brackets++;
                case ']', '}' -> brackets = Math.max(0, brackets - 1);
                case '-', '?' -> marks++;
                case '\n' -> marks = 0;
                default -> {}
            }
            if (brackets > MAX_DEPTH || marks > 4 * MAX_DEPTH) {
                throw tooDeep();
            }
        }
    }

    private static BuiltinError tooDeep() {
        return new BuiltinError("yaml: more than " + MAX_DEPTH + " collections within each other");
    }

    private RegoValue value(Node node, int depth) {
        if (depth > MAX_DEPTH) {
            throw tooDeep();
        }
        fuel.makeValues(1);
        return switch (node) {
            case ScalarNode scalar -> scalar(scalar);
            case SequenceNode sequence -> array(sequence, depth);
            case MappingNode mapping -> object(mapping, depth);
            default -> throw new BuiltinError("yaml: a node of no kind");
        };
    }

    private RegoValue scalar(ScalarNode scalar) {
        String text = text(scalar);
        fuel.read(text.length());
        return YamlSchema.isText(scalar) ? RegoString.of(text) : YamlScalars.value(text);
    }

    /** The last line of a block ends as it does in the source; the composer ends it with a line feed in any case. */
    private String text(ScalarNode scalar) {
        String text = scalar.getValue();
        boolean isBlock =
                scalar.getScalarStyle() == ScalarStyle.LITERAL || scalar.getScalarStyle() == ScalarStyle.FOLDED;
        boolean isLast = isBlock
                && text.endsWith("\n")
                && scalar.getEndMark()
                        .filter(end -> end.getIndex() >= sourceLength)
                        .isPresent();
        return isLast && hasOpenLine(text) ? text.substring(0, text.length() - 1) : text;
    }

    /** Returns whether the last line of {@code block} is that of the source: one of indentation alone is not. */
    private boolean hasOpenLine(String block) {
        String last = block.substring(block.lastIndexOf('\n', block.length() - 2) + 1, block.length() - 1);
        String line = source.substring(1 + Math.max(source.lastIndexOf('\n'), source.lastIndexOf('\r')));
        String content = line.stripLeading();
        return content.isEmpty() ? !last.isEmpty() && line.endsWith(last) : last.endsWith(content);
    }

    private RegoArray array(SequenceNode sequence, int depth) {
        RegoArray array = RegoArray.growing(sequence.getValue().size());
        for (Node element : sequence.getValue()) {
            array.append(value(element, depth + 1));
        }
        return array;
    }

    private EntryObject object(MappingNode mapping, int depth) {
        EntryObject object = RegoObject.growing();
        List<RegoObject> merged = new ArrayList<>();
        for (NodeTuple entry : mapping.getValue()) {
            String key = key(entry.getKeyNode());
            RegoValue value = value(entry.getValueNode(), depth + 1);
            if (key == null) {
                merge(value, merged);
            } else {
                object.put(RegoString.of(key), value);
            }
        }
        for (RegoObject source : merged) {
            source.forEach((key, value) -> {
                if (object.get(key) == null) {
                    object.put(key, value);
                }
            });
        }
        return object;
    }

    /** Returns the key in JSON, or null for a merge key. */
    private static @Nullable String key(Node node) {
        if (!(node instanceof ScalarNode scalar)) {
            throw new BuiltinError("yaml: unsupported map key");
        }
        String text = scalar.getValue();
        if (YamlSchema.isText(scalar)) {
            return text;
        }
        return text.equals(MERGE) ? null : key(YamlScalars.value(text));
    }

    private static String key(RegoValue value) {
        return switch (value) {
            case RegoString string -> string.text();
            case RegoNull _ -> throw new BuiltinError("yaml: unsupported map key of type: null");
            default -> value.toString();
        };
    }

    private static void merge(RegoValue value, List<RegoObject> merged) {
        switch (value) {
            case RegoObject object -> merged.add(object);
            case RegoArray array -> array.list().forEach(element -> merge(element, merged));
            default -> throw new BuiltinError("yaml: map merge requires map or sequence of maps as the value");
        }
    }
}
