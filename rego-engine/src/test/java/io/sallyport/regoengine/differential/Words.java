package io.sallyport.regoengine.differential;

import java.util.List;

/** The words for rules over lists and for their inputs: so few that look-ups often find something. */
enum Words {
    /** Names that are the text of numbers: OPA's storage finds them by number, but OPA's own WebAssembly does not. */
    TEXTS_OF_NUMBERS(List.of("443", "\"443\"", "0", "\"0\"", "1", "\"a\"", "\"b\"", "\"xs\"", "true"), """
            {"lists": {
              "ports": {"443": {"0": "a", "443": true}, "0": {"a": 1, "b": "443"}, "a": {"443": {"0": 443}}},
              "rows": [{"443": "a", "hosts": ["a", "b"]}, ["a", 0, "443"], "b", {"a": {"0": [443]}, "hosts": ["443"]}],
              "names": ["a", "443", 0, 443, "a", 0],
              "tree": {"a": {"443": "a", "b": {"0": 1}}, "443": {"443": {"443": "a"}}, "0": ["a", {"443": "b"}],
                       "xs": ["0", 1]},
              "flags": {"443": true, "a": false, "0": true}}}"""),

    /** Names that are not the text of any number. */
    APART(List.of("0", "1", "2", "\"a\"", "\"b\"", "\"c\"", "\"xs\"", "true"), """
            {"lists": {
              "ports": {"a": {"b": "a", "a": true}, "b": {"a": 1, "b": "c"}, "c": {"a": {"b": 2}}},
              "rows": [{"a": "a", "hosts": ["a", "b"]}, ["a", 0, "c"], "b", {"a": {"b": [1]}, "hosts": ["c"]}],
              "names": ["a", "c", 0, 2, "c"],
              "tree": {"a": {"c": "a", "b": {"a": 1}}, "c": {"c": {"c": "a"}}, "b": ["a", {"c": "b"}], "xs": ["b", 1]},
              "flags": {"a": true, "b": false, "c": true}}}""");

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
    private final List<String> keys;

    private final String data;

    Words(List<String> keys, String data) {
        this.keys = keys;
        this.data = data;
    }

    String key(Chance chance) {
        return chance.of(keys);
    }

    /** Returns whether rules of these words can be compared with OPA's WebAssembly. */
    boolean isWasm() {
        return this == APART;
    }

    /** Returns the base documents, as JSON. */
    String data() {
        return data;
    }

    /** Returns an input as JSON; any field may be missing. */
    String input(Chance chance) {
        String net = object(
                chance,
                field("host", chance.of(List.of("\"a\"", "\"b\""))),
                field("port", key(chance)),
                field("kind", key(chance)));
        return object(
                chance,
                field("net", net),
                field("s", key(chance)),
                field("xs", "[" + chance.some(4, () -> key(chance)) + "]"),
                field(
                        "o",
                        object(
                                chance,
                                field("a", key(chance)),
                                field("b", net),
                                field("xs", "[" + key(chance) + "]"))));
    }

    private static String field(String name, String value) {
        return "\"" + name + "\": " + value;
    }

    private static String object(Chance chance, String... fields) {
        return "{"
                + String.join(
                        ", ",
                        List.of(fields).stream().filter(_ -> !chance.oneIn(8)).toList()) + "}";
    }
}
