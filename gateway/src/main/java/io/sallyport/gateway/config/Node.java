package io.sallyport.gateway.config;

import java.util.List;
import java.util.SequencedMap;

/** One value of a YAML document with its place. Immutable. */
sealed interface Node {
    Place place();

    /** In a word, for messages. */
    String kind();

    /** A place in a file, both 1-based. */
    record Place(String file, int line, int column) {
        ConfigException error(String message) {
            return new ConfigException(this + ": " + message);
        }

        @Override
        public String toString() {
            return file + ":" + line + ":" + column;
        }
    }

    /** A string, number, boolean or null, as it was written. */
    record Scalar(Place place, String text, boolean isNull) implements Node {
        @Override
        public String kind() {
            return isNull ? "nothing" : "a value";
        }
    }

    record Sequence(Place place, List<Node> items) implements Node {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** In the order of the file. */
    record Mapping(Place place, SequencedMap<String, Entry> entries) implements Node {
        @Override
        public String kind() {
            return "a mapping";
        }
    }

    /** One key of a mapping. */
    record Entry(Place place, Node value) {}
}
