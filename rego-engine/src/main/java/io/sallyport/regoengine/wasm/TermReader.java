package io.sallyport.regoengine.wasm;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;

/**
 * Parses values as written by OPA's wasm ({@code opa_value_dump}): JSON, plus {@code set()}, <code>{1, 2}</code> and
 * keys that are not strings. Confined to one thread, for one text.
 */
final class TermReader {
    private static final int MAX_DEPTH = 256;
    private static final String EMPTY_SET = "set()";

    private final String text;
    private int at;
    private int depth;

    private TermReader(String text) {
        this.text = text;
    }

    /**
     * Returns the value, sealed.
     *
     * @throws MalformedTerm if it is not a value, or nests deeper than {@value #MAX_DEPTH}
     */
    static RegoValue read(String text) {
        var reader = new TermReader(text);
        RegoValue value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.malformed();
        }
        value.seal();
        return value;
    }

    private RegoValue value() {
        return switch (peek()) {
            case '[' -> array();
            case '{' -> objectOrSet();
            case 's' -> emptySet();
            default -> scalar();
        };
    }

    private RegoArray array() {
        enter();
        RegoArray array = RegoArray.growing(0);
        if (!takes(']')) {
            do {
                array.append(value());
            } while (takes(','));
            expect(']');
        }
        depth--;
        return array;
    }

    private RegoValue objectOrSet() {
        enter();
        RegoValue made = RegoObject.growing().sealed();
        if (!takes('}')) {
            RegoValue first = value();
            made = takes(':') ? object(first) : set(first);
            expect('}');
        }
        depth--;
        return made;
    }

    private RegoObject object(RegoValue firstKey) {
        EntryObject object = RegoObject.growing();
        object.put(firstKey, value());
        while (takes(',')) {
            RegoValue key = value();
            expect(':');
            object.put(key, value());
        }
        return object;
    }

    private RegoSet set(RegoValue first) {
        RegoSet set = RegoSet.growing();
        set.add(first);
        while (takes(',')) {
            set.add(value());
        }
        return set;
    }

    private RegoSet emptySet() {
        if (!text.startsWith(EMPTY_SET, at)) {
            throw malformed();
        }
        at += EMPTY_SET.length();
        return RegoSet.EMPTY;
    }

    private RegoValue scalar() {
        int from = at;
        at = text.charAt(at) == '"' ? afterString() : afterWord();
        var limits = new JsonLimits(Math.max(1, at - from), 1);
        return switch (RegoJson.parse(text.substring(from, at), limits)) {
            case ParsedJson.Accepted(var value) -> value;
            case ParsedJson.Rejected _ -> throw malformed();
        };
    }

    private int afterString() {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, text.length());
    }

    private int afterWord() {
        int end = at;
        while (end < text.length() && ",:]} ".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private void enter() {
        at++;
        if (++depth > MAX_DEPTH) {
            throw malformed();
        }
    }

    private boolean takes(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!takes(wanted)) {
            throw malformed();
        }
    }

    private char peek() {
        skipSpace();
        if (at >= text.length()) {
            throw malformed();
        }
        return text.charAt(at);
    }

    private void skipSpace() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private MalformedTerm malformed() {
        return new MalformedTerm("no value of Rego, at " + at);
    }
}
