package io.sallyport.console.page;

import java.util.ArrayList;
import java.util.List;

/** Finds the objects in the first array of a JSON text, character for character, since a hash is of characters. */
final class RawObjects {
    private final String json;
    private final List<String> found = new ArrayList<>();
    private int depth;
    private int start;
    private boolean inString;

    private RawObjects(String json) {
        this.json = json;
    }

    /** @param json a valid JSON object whose first member is an array of objects */
    static List<String> in(String json) {
        var objects = new RawObjects(json);
        int from = json.indexOf('[');
        if (from >= 0) {
            objects.scan(from + 1);
        }
        return objects.found;
    }

    private void scan(int from) {
        for (int i = from; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString) {
                i += c == '\\' ? 1 : 0;
                inString = c != '"';
            } else if (c == ']' && depth == 0) {
                return;
            } else {
                outside(c, i);
            }
        }
    }

    private void outside(char c, int at) {
        switch (c) {
            case '"' -> inString = true;
            case '{', '[' -> {
                start = depth == 0 ? at : start;
                depth++;
            }
            case '}', ']' -> {
                depth--;
                if (depth == 0) {
                    found.add(json.substring(start, at + 1));
                }
            }
            default -> {}
        }
    }
}
