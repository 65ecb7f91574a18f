package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares answers in JSON, where a set is an array in any order, and every key is a string. */
final class AsJson {
    private AsJson() {}

    /** Returns {@code found}, or {@code wanted} if JSON cannot distinguish them; null if there is none. */
    static @Nullable Answer alike(Answer wanted, @Nullable Answer found) {
        RegoValue one = wanted.value();
        RegoValue other = found == null ? null : found.value();
        return one != null && other != null && isAlike(one, other) ? wanted : found;
    }

    private static boolean isAlike(RegoValue wanted, RegoValue found) {
        return switch (wanted) {
            case RegoArray array ->
                found instanceof RegoArray other && array.size() == other.size() && areAlike(array, other);
            case RegoSet set -> found instanceof RegoArray other && set.size() == other.size() && isAlike(set, other);
            case RegoObject object ->
                found instanceof RegoObject other && object.size() == other.size() && isAlike(object, other);
            default -> wanted.equals(found);
        };
    }

    private static boolean areAlike(RegoArray wanted, RegoArray found) {
        for (int i = 0; i < wanted.size(); i++) {
            if (!isAlike(wanted.get(i), found.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAlike(RegoSet wanted, RegoArray found) {
        List<RegoValue> left = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            left.add(found.get(i));
        }
        for (int i = 0; i < wanted.size(); i++) {
            RegoValue element = wanted.at(i);
            RegoValue match = left.stream()
                    .filter(other -> isAlike(element, other))
                    .findFirst()
                    .orElse(null);
            if (match == null) {
                return false;
            }
            left.remove(match);
        }
        return true;
    }

    private static boolean isAlike(RegoObject wanted, RegoObject found) {
        for (int i = 0; i < wanted.size(); i++) {
            RegoValue value = named(wanted.keyAt(i), found);
            if (value == null || !isAlike(Objects.requireNonNull(wanted.valueAt(i)), value)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the value at the key or at its text; the fields of an object may be in any order. */
    private static @Nullable RegoValue named(RegoValue key, RegoObject found) {
        if (key instanceof RegoString name) {
            return found.get(name);
        }
        for (int i = 0; i < found.size(); i++) {
            if (found.keyAt(i) instanceof RegoString name
                    && RegoJson.parse(name.text(), JsonLimits.DOCUMENT) instanceof ParsedJson.Accepted(var read)
                    && isAlike(key, read)) {
                return found.valueAt(i);
            }
        }
        return null;
    }
}
