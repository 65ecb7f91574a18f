package io.sallyport.gateway.config;

import io.sallyport.gateway.config.Node.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Reads one YAML document into {@link Node}s. Confined to one read. */
final class NodeReader {
    private static final YAMLFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String file;
    private final JsonParser parser;

    private NodeReader(String file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /** The document; an empty one is an empty mapping. */
    static Node read(String file, String text) throws ConfigException {
        try (JsonParser parser = YAML.createParser(ObjectReadContext.empty(), text)) {
            var reader = new NodeReader(file, parser);
            if (parser.nextToken() == null) {
                return new Node.Mapping(new Place(file, 1, 1), new LinkedHashMap<>());
            }
            Node document = reader.value();
            if (parser.nextToken() != null) {
                throw reader.place().error("a second document (expected: one)");
            }
            return document;
        } catch (JacksonException e) {
            throw placeOf(file, e.getLocation()).error(e.getOriginalMessage());
        }
    }

    private Node value() throws ConfigException {
        Place place = place();
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> new Node.Mapping(place, entries());
            case START_ARRAY -> new Node.Sequence(place, items());
            case VALUE_NULL -> new Node.Scalar(place, "", true);
            default -> {
                if (!token.isScalarValue()) {
                    throw place.error("cannot be read: " + token);
                }
                yield new Node.Scalar(place, parser.getString(), false);
            }
        };
    }

    private SequencedMap<String, Node.Entry> entries() throws ConfigException {
        var entries = new LinkedHashMap<String, Node.Entry>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Place place = place();
            String key = parser.currentName();
            parser.nextToken();
            entries.put(key, new Node.Entry(place, value()));
        }
        return entries;
    }

    private List<Node> items() throws ConfigException {
        var items = new ArrayList<Node>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value());
        }
        return List.copyOf(items);
    }

    private Place place() {
        return placeOf(file, parser.currentTokenLocation());
    }

    private static Place placeOf(String file, TokenStreamLocation location) {
        return new Place(file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }
}
