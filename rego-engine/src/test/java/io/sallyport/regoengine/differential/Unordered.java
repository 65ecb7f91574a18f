package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares values without order: OPA's WebAssembly iterates over sets and objects in hash order, which shows in arrays
 * built from them.
 */
final class Unordered {
    /** The mark of a comprehension, which may build an array. */
    private static final String COMPREHENSION = " | ";

    private Unordered() {}

    /** Returns {@code found}, or {@code wanted} if rules with that text could have produced either. */
    static @Nullable Answer alike(String rules, Answer wanted, @Nullable Answer found) {
        RegoValue one = wanted.value();
        RegoValue other = found == null ? null : found.value();
        boolean isAlike = one != null
                && other != null
                && rules.contains(COMPREHENSION)
                && text(one).equals(text(other));
        return isAlike ? wanted : found;
    }

    private static String text(RegoValue value) {
        return switch (value) {
            case RegoArray array -> sorted(array.size(), array::get);
            case RegoSet set -> sorted(set.size(), set::at);
            case RegoObject object -> {
                Map<String, String> fields = new TreeMap<>();
                object.forEach((key, field) -> fields.put(name(key), text(field)));
                yield fields.toString();
            }
            default -> RegoJson.write(value);
        };
    }

    private static String sorted(int size, IntFunction<RegoValue> elements) {
        return IntStream.range(0, size)
                .mapToObj(i -> text(elements.apply(i)))
                .sorted()
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** A key that is not a string is named by its JSON text. */
    private static String name(RegoValue key) {
        return key instanceof RegoString name
                        && RegoJson.parse(name.text(), JsonLimits.DOCUMENT) instanceof ParsedJson.Accepted(var read)
                ? text(read)
                : text(key);
    }
}
