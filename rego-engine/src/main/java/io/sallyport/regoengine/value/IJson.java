package io.sallyport.regoengine.value;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Parses I-JSON (RFC 7493): JSON that every parser reads alike. Refuses duplicate names, also if they differ in case
 * alone; unpaired surrogates; a byte order mark; and numbers that are not what a double holds, exactly or as its
 * shortest decimal. Confined to one text.
 */
public final class IJson {
    /** Every integer of at most this many characters, with its sign, is exact in a double. */
    private static final int SURELY_EXACT = 15;

    private final JsonParser tokens;
    private final int maxDepth;
    private final int maxValues;
    private final boolean strict;
    private int values;
    private String refusal = "no value";

    private IJson(JsonParser tokens, int maxDepth, int maxValues, boolean strict) {
        this.tokens = tokens;
        this.strict = strict;
        this.maxDepth = maxDepth;
        this.maxValues = maxValues;
    }

    /**
     * Parses {@code text}, whose length the caller bounds. The reason of a refusal quotes nothing of it.
     *
     * @param maxDepth nesting of arrays and objects, at most that of {@link JsonLimits#DOCUMENT}
     * @param maxValues scalars, arrays and objects
     */
    public static ParsedJson parse(String text, int maxDepth, int maxValues) {
        return parse(text, maxDepth, maxValues, true);
    }

    /**
     * Parses {@code text} as {@link #parse} does, but takes numbers with any digits, which are kept, and names that
     * differ in case alone.
     */
    public static ParsedJson parseUniqueNames(String text, int maxDepth, int maxValues) {
        return parse(text, maxDepth, maxValues, false);
    }

    private static ParsedJson parse(String text, int maxDepth, int maxValues, boolean strict) {
        try (JsonParser tokens = ValueReader.Factories.DOCUMENT.createParser(ObjectReadContext.empty(), text)) {
            return new IJson(tokens, maxDepth, maxValues, strict).document();
        } catch (JacksonException e) {
            return ValueReader.rejected("not JSON", e.getLocation());
        } catch (NumberFormatException _) {
            return new ParsedJson.Rejected("a number that is too large", 1, 1);
        }
    }

    private ParsedJson document() {
        RegoValue value = tokens.nextToken() == null ? null : value(0);
        if (value == null) {
            return ValueReader.rejected(refusal, tokens.currentTokenLocation());
        }
        if (tokens.nextToken() != null) {
            return ValueReader.rejected("more than one value", tokens.currentTokenLocation());
        }
        value.seal();
        return new ParsedJson.Accepted(value);
    }

    /** Returns the value at the current token; null if parsing must stop, for the reason in {@link #refusal}. */
    private @Nullable RegoValue value(int depth) {
        if (++values > maxValues) {
            return refuse("more than " + maxValues + " values");
        }
        return switch (tokens.currentToken()) {
            case VALUE_NULL -> RegoNull.NULL;
            case VALUE_TRUE -> RegoBoolean.TRUE;
            case VALUE_FALSE -> RegoBoolean.FALSE;
            case VALUE_STRING -> string(tokens.getString());
            case VALUE_NUMBER_INT -> number(tokens.getString(), true);
            case VALUE_NUMBER_FLOAT -> number(tokens.getString(), false);
            case START_ARRAY -> depth == maxDepth ? tooDeep() : array(depth + 1);
            case START_OBJECT -> depth == maxDepth ? tooDeep() : object(depth + 1);
            default -> throw new IllegalStateException("no JSON token: " + tokens.currentToken());
        };
    }

    private @Nullable RegoValue array(int depth) {
        RegoArray array = RegoArray.growing(0);
        while (tokens.nextToken() != JsonToken.END_ARRAY) {
            RegoValue element = value(depth);
            if (element == null) {
                return null;
            }
            array.append(element);
        }
        return array;
    }

    private @Nullable RegoValue object(int depth) {
        EntryObject object = RegoObject.growing();
        while (tokens.nextToken() != JsonToken.END_OBJECT) {
            RegoValue name = string(tokens.currentName());
            if (name != null && object.get(name) != null) {
                return refuse("a duplicate name");
            }
            tokens.nextToken();
            RegoValue value = name == null ? null : value(depth);
            if (name == null || value == null) {
                return null;
            }
            object.put(name, value);
        }
        return strict && hasTwins(object) ? refuse("names that differ in case alone") : object;
    }

    /** Of two names that differ in case alone, readers that ignore case take the last (Go, .NET). */
    private static boolean hasTwins(RegoObject object) {
        List<String> names = new ArrayList<>(object.size());
        object.forEach((name, _) -> names.add(((RegoString) name).text()));
        if (names.stream().allMatch(IJson::isLowerAscii)) {
            return false; // the common case: none is there twice
        }
        Set<String> folded = new HashSet<>();
        return !names.stream()
                .allMatch(name -> folded.add(name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT)));
    }

    private static boolean isLowerAscii(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    private @Nullable RegoValue string(String text) {
        return WholePairs.of(text).equals(text) ? RegoString.of(text) : refuse("an unpaired surrogate");
    }

    /** Parses a number; if strict, only one that all who hold it as a double, a decimal or an integer hold alike. */
    private @Nullable RegoValue number(String text, boolean integer) {
        if (!strict || (integer && text.length() <= SURELY_EXACT)) {
            return RegoNumber.parse(text);
        }
        double nearest = Double.parseDouble(text);
        if (Double.isInfinite(nearest)) {
            return refuse("a number that is too large");
        }
        if (nearest == 0) {
            return isZero(text) ? RegoNumber.of(0) : refuse("a number that is too small");
        }
        RegoNumber number = RegoNumber.parse(text);
        return (!integer && isShortest(number, nearest)) || isExact(number, nearest)
                ? number
                : refuse("a number with more digits than a double holds");
    }

    private static boolean isExact(RegoNumber number, double nearest) {
        return number.decimal().compareTo(new BigDecimal(nearest)) == 0;
    }

    /** Returns whether {@code number} is what programs write for this double. */
    private static boolean isShortest(RegoNumber number, double nearest) {
        String shortest = Double.toString(nearest);
        return number.text().equals(shortest) || number.decimal().compareTo(new BigDecimal(shortest)) == 0;
    }

    private static boolean isZero(String text) {
        return text.chars().takeWhile(c -> c != 'e' && c != 'E').noneMatch(c -> c >= '1' && c <= '9');
    }

    private @Nullable RegoValue tooDeep() {
        return refuse("deeper than " + maxDepth + " levels");
    }

    private @Nullable RegoValue refuse(String why) {
        refusal = why;
        return null;
    }
}
