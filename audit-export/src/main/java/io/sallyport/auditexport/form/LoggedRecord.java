package io.sallyport.auditexport.form;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One whole line of the log with its members. What a member says is the sandbox's or a target's word, any text at all.
 * Immutable.
 */
public final class LoggedRecord {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final String line;
    private final Instant time;
    private final Map<String, String> values;
    private final Map<String, List<String>> lists;

    private LoggedRecord(String line, Instant time, Map<String, String> values, Map<String, List<String>> lists) {
        this.line = line;
        this.time = time;
        this.values = Map.copyOf(values);
        this.lists = Map.copyOf(lists);
    }

    /**
     * Reads a line without its line feed. Returns null for what the log did not write as one record: a line that a
     * crash cut off, or foreign bytes.
     */
    public static @Nullable LoggedRecord parse(byte[] line) {
        return isPrintable(line) ? parse(new String(line, StandardCharsets.US_ASCII)) : null;
    }

    private static @Nullable LoggedRecord parse(String line) {
        Map<String, String> values = new HashMap<>();
        Map<String, List<String>> lists = new HashMap<>();
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            if (!isObject(json, values, lists)) {
                return null;
            }
            Instant time = Instant.parse(values.getOrDefault("time", ""));
            boolean isSealed = values.containsKey("prev_hash") && values.containsKey("hash");
            return isSealed && values.containsKey("kind") ? new LoggedRecord(line, time, values, lists) : null;
        } catch (JacksonException | DateTimeException _) {
            return null;
        }
    }

    /** The log writes printable ASCII only, and what is not would not survive every form. */
    private static boolean isPrintable(byte[] line) {
        for (byte one : line) {
            if (one < ' ' || one > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean isObject(JsonParser json, Map<String, String> values, Map<String, List<String>> lists) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return false;
        }
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken token = json.nextToken();
            if (token == JsonToken.START_ARRAY) {
                lists.put(name, texts(json));
            } else if (token.isScalarValue()) {
                values.put(name, json.getString());
            } else {
                lists.put(name, members(json));
            }
        }
        return json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null;
    }

    /** Returns the scalars of an object with their names; what else is in it is left to the line. */
    private static List<String> members(JsonParser json) {
        List<String> members = new ArrayList<>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            if (json.nextToken().isScalarValue()) {
                members.add(name + "=" + json.getString());
            } else {
                json.skipChildren();
            }
        }
        return List.copyOf(members);
    }

    /** Returns the scalars of a list; objects in it are left to the line. */
    private static List<String> texts(JsonParser json) {
        List<String> texts = new ArrayList<>();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            if (token.isScalarValue()) {
                texts.add(json.getString());
            } else {
                json.skipChildren();
            }
        }
        return List.copyOf(texts);
    }

    /** Returns the line as the log holds it, printable ASCII without a line feed. */
    public String line() {
        return line;
    }

    /** Returns when the request was read. */
    public Instant time() {
        return time;
    }

    /** Returns a scalar as text, or null if the record has no such member. */
    public @Nullable String text(String name) {
        return values.get(name);
    }

    /** Returns a scalar as text, or {@code without} if the record has no such member. */
    public String text(String name, String without) {
        return values.getOrDefault(name, without);
    }

    /** Returns the first of two scalars that the record has, or null. */
    public @Nullable String either(String name, String other) {
        String value = values.get(name);
        return value == null ? values.get(other) : value;
    }

    /** Returns a number from 0, or -1 if the record has no such member. */
    public long number(String name) {
        String value = values.get(name);
        try {
            return value == null ? -1 : Math.max(-1, Long.parseLong(value));
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    /** Returns the scalars of a list, or those of an object as NAME=VALUE; empty if the record has no such member. */
    public List<String> texts(String name) {
        return lists.getOrDefault(name, List.of());
    }

    /** Returns whether {@code name} is the word {@code value}. */
    public boolean is(String name, String value) {
        return value.equals(values.get(name));
    }
}
