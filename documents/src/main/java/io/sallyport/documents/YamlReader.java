package io.sallyport.documents;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads one YAML document strictly: one document, no tags, no duplicate keys, keys are text. Aliases, where permitted,
 * count as often as they repeat their content. Confined to one thread.
 */
public final class YamlReader {
    public static final int MAX_BYTES = 1 << 20;
    public static final int MAX_DEPTH = 32;
    public static final int MAX_NODES = 100_000; // aliases expanded

    /**
     * The rules that depend on the kind of document.
     *
     * @param maxNodes with aliases expanded
     * @param aliases whether anchors and aliases are permitted
     * @param mayBeEmpty whether an empty document is an empty mapping instead of an error
     */
    public record Bounds(int maxNodes, boolean aliases, boolean mayBeEmpty) {
        public static final Bounds DEFAULT = new Bounds(MAX_NODES, true);

        public Bounds(int maxNodes, boolean aliases) {
            this(maxNodes, aliases, false);
        }

        /** Returns a copy that reads an empty document as an empty mapping. */
        public Bounds orEmpty() {
            return new Bounds(maxNodes, aliases, true);
        }
    }

    private final Bounds bounds;
    private final Findings findings;
    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private int nodes;

    private YamlReader(String text, Bounds bounds, Findings findings) {
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(MAX_BYTES + 1).build();
        this.bounds = bounds;
        this.findings = findings;
        this.events = new Parse(settings).parseString(text).iterator();
    }

    private record Anchored(DocumentNode node, int size) {}

    /** Returns the root of the document, or null if it cannot be read; then the findings say why. */
    public static @Nullable DocumentNode read(String text, Findings findings) {
        return read(text, Bounds.DEFAULT, findings);
    }

    /** Reads a document under other rules. */
    public static @Nullable DocumentNode read(String text, Bounds bounds, Findings findings) {
        if (JsonReader.isLarger(text, MAX_BYTES)) {
            findings.error(Place.START, DiagnosticCode.TOO_LARGE, "the document is larger than 1 MiB", null);
            return null;
        }
        try {
            return new YamlReader(text, bounds, findings).document();
        } catch (MarkedYamlEngineException broken) {
            String problem = broken.getProblem() == null ? "cannot be read" : broken.getProblem();
            findings.error(
                    place(broken.getProblemMark()), DiagnosticCode.NOT_YAML, "not YAML: " + firstLine(problem), null);
        } catch (YamlEngineException broken) {
            findings.error(
                    Place.START,
                    DiagnosticCode.NOT_YAML,
                    "not YAML: " + firstLine(String.valueOf(broken.getMessage())),
                    null);
        }
        return null;
    }

    private @Nullable DocumentNode document() {
        events.next(); // start of the stream
        Event first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            return bounds.mayBeEmpty()
                    ? new Members(Map.of(), Place.START)
                    : refuse(first, DiagnosticCode.NOT_YAML, "the document is empty");
        }
        DocumentNode root = node(events.next(), 0);
        if (root == null) {
            return null;
        }
        events.next(); // end of the document
        Event last = events.next();
        return last.getEventId() == Event.ID.StreamEnd
                ? root
                : refuse(last, DiagnosticCode.NOT_YAML, "a second document");
    }

    /**
     * Reads the node that begins with {@code event}. Returns null if parsing must stop; the problem has been recorded.
     */
    private @Nullable DocumentNode node(Event event, int depth) {
        if (++nodes > bounds.maxNodes()) {
            return tooLarge(event);
        }
        if (depth > MAX_DEPTH) {
            return refuse(event, DiagnosticCode.TOO_DEEP, "the document is deeper than " + MAX_DEPTH + " levels");
        }
        if (!bounds.aliases()
                && event instanceof NodeEvent named
                && named.getAnchor().isPresent()) {
            return refuse(event, DiagnosticCode.NOT_YAML, "anchors and aliases are not read here");
        }
        int before = nodes - 1;
        DocumentNode node = switch (event) {
            case AliasEvent alias -> alias(alias);
            case ScalarEvent scalar -> scalar(scalar);
            case SequenceStartEvent start -> items(start, depth);
            case MappingStartEvent start -> members(start, depth);
            default -> refuse(event, DiagnosticCode.NOT_YAML, "something that is no value");
        };
        if (node != null
                && event instanceof NodeEvent named
                && !(event instanceof AliasEvent)
                && named.getAnchor().isPresent()) {
            anchors.put(named.getAnchor().get(), new Anchored(node, nodes - before));
        }
        return node;
    }

    private @Nullable DocumentNode alias(AliasEvent alias) {
        Anchored anchored = anchors.get(alias.getAlias());
        if (anchored == null) {
            return refuse(alias, DiagnosticCode.NOT_YAML, "an alias of something that does not stand before it");
        }
        nodes += anchored.size;
        if (nodes > bounds.maxNodes()) {
            return tooLarge(alias);
        }
        return anchored.node;
    }

    private @Nullable DocumentNode scalar(ScalarEvent scalar) {
        if (scalar.getTag().isPresent()) {
            return refuseTag(scalar);
        }
        if (JsonReader.halvesSurrogates(scalar.getValue())) {
            return refuse(scalar, DiagnosticCode.NOT_UNICODE, "a string holds half of a surrogate pair");
        }
        Style style = scalar.isPlain() ? Style.PLAIN : Style.ESCAPED;
        return new Scalar(scalar.getValue(), style, place(scalar.getStartMark()));
    }

    private @Nullable DocumentNode items(SequenceStartEvent start, int depth) {
        if (start.getTag().isPresent()) {
            return refuseTag(start);
        }
        List<DocumentNode> items = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            DocumentNode item = node(event, depth + 1);
            if (item == null) {
                return null;
            }
            items.add(item);
        }
        return new Items(items, place(start.getStartMark()));
    }

    private @Nullable DocumentNode members(MappingStartEvent start, int depth) {
        if (start.getTag().isPresent()) {
            return refuseTag(start);
        }
        Map<String, Member> members = new LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            DocumentNode key = node(event, depth + 1);
            if (key == null) {
                return null;
            }
            if (!(key instanceof Scalar name) || name.isNull()) {
                return refuse(event, DiagnosticCode.NOT_YAML, "a key that is no text");
            }
            DocumentNode value = node(events.next(), depth + 1);
            if (value == null) {
                return null;
            }
            if (members.putIfAbsent(name.text(), new Member(place(event.getStartMark()), value)) != null) {
                return refuse(
                        event, DiagnosticCode.DUPLICATE_MEMBER, Findings.quote(name.text()) + " stands here twice");
            }
        }
        return new Members(Collections.unmodifiableMap(members), place(start.getStartMark()));
    }

    private @Nullable DocumentNode tooLarge(Event event) {
        return refuse(event, DiagnosticCode.TOO_LARGE, "the document has more than " + bounds.maxNodes() + " nodes");
    }

    private @Nullable DocumentNode refuseTag(Event event) {
        return refuse(event, DiagnosticCode.NOT_YAML, "tags are not read here");
    }

    private @Nullable DocumentNode refuse(Event event, DiagnosticCode code, String message) {
        findings.error(place(event.getStartMark()), code, message, null);
        return null;
    }

    private static Place place(Optional<Mark> mark) {
        return mark.map(at -> new Place(at.getLine() + 1, at.getColumn() + 1)).orElse(Place.START);
    }

    private static String firstLine(String message) {
        String line = message.lines().findFirst().orElse("");
        return line.substring(0, Math.min(line.length(), 200));
    }
}
