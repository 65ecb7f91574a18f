package io.sallyport.regoengine.builtin.json;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.collection.Lookups;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON Patch (RFC 6902) for Rego values; an element of a set is its own key. */
final class JsonPatches {
    private JsonPatches() {}

    static RegoValue patch(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoArray operations = Operands.array(b, 2);
        RegoValue document = a;
        for (int i = 0; i < operations.size(); i++) {
            if (!(operations.get(i) instanceof RegoObject operation)) {
                throw new BuiltinError(
                        "must be an array of JSON-Patch objects, but at least one element is not an object");
            }
            document = applied(context, document, operation);
        }
        return document;
    }

    private static RegoValue applied(BuiltinContext context, RegoValue document, RegoObject operation) {
        List<RegoValue> path = JsonPaths.segments(context, required(operation, "path"));
        if (!(required(operation, "op") instanceof RegoString op)) {
            throw new BuiltinError("attribute 'op' must be a string");
        }
        return switch (op.text()) {
            case "add" -> edited(context, document, path, 0, required(operation, "value"), false);
            case "remove" -> removed(context, document, path);
            case "replace" -> {
                RegoValue rest = path.isEmpty() ? document : removed(context, document, path);
                yield edited(context, rest, path, 0, required(operation, "value"), false);
            }
            case "move" -> {
                List<RegoValue> from = JsonPaths.segments(context, required(operation, "from"));
                RegoValue moved = found(document, from);
                yield edited(context, removed(context, document, from), path, 0, moved, false);
            }
            case "copy" -> {
                List<RegoValue> from = JsonPaths.segments(context, required(operation, "from"));
                yield edited(context, document, path, 0, found(document, from), false);
            }
            case "test" -> {
                if (!found(document, path).equals(required(operation, "value"))) {
                    throw new BuiltinError("json.patch: test found another value");
                }
                yield document;
            }
            default -> throw new BuiltinError("unrecognized op: '" + op.text() + "'");
        };
    }

    private static RegoValue required(RegoObject operation, String name) {
        RegoValue value = operation.get(name);
        if (value == null) {
            throw new BuiltinError("missing required attribute '" + name + "'");
        }
        return value;
    }

    private static RegoValue removed(BuiltinContext context, RegoValue document, List<RegoValue> path) {
        found(document, path);
        if (path.isEmpty()) {
            throw new BuiltinError("json.patch: the whole document cannot be removed");
        }
        return edited(context, document, path, 0, document, true);
    }

    private static RegoValue found(RegoValue document, List<RegoValue> path) {
        RegoValue at = document;
        for (RegoValue segment : path) {
            at = child(at, segment);
            if (at == null) {
                throw new BuiltinError("json.patch: path does not exist: " + segment);
            }
        }
        return at;
    }

    private static @Nullable RegoValue child(RegoValue in, RegoValue segment) {
        return in instanceof RegoArray array
                ? Lookups.at(array, index(array, segment, false))
                : Lookups.at(in, segment);
    }

    /** Returns the document with {@code value} set at {@code path}, or with the value there removed. */
    private static RegoValue edited(
            BuiltinContext context, RegoValue in, List<RegoValue> path, int depth, RegoValue value, boolean remove) {
        if (depth == path.size()) {
            return value;
        }
        RegoValue segment = path.get(depth);
        boolean last = depth == path.size() - 1;
        RegoValue inner = last ? value : edited(context, found(in, List.of(segment)), path, depth + 1, value, remove);
        return switch (in) {
            case RegoObject object -> ofObject(context, object, segment, last && remove ? null : inner);
            case RegoSet set -> ofSet(context, set, segment, inner, last, remove);
            case RegoArray array ->
                ofArray(context, array, index(array, segment, last && !remove), inner, last, remove);
            default -> throw new BuiltinError("json.patch: nothing can stand below " + segment);
        };
    }

    private static RegoObject ofObject(
            BuiltinContext context, RegoObject object, RegoValue key, @Nullable RegoValue value) {
        context.fuel().makeValues(object.size() + 1L);
        EntryObject result = RegoObject.growing();
        for (int i = 0; i < object.size(); i++) {
            if (!object.keyAt(i).equals(key)) {
                result.put(object.keyAt(i), object.valueAt(i));
            }
        }
        if (value != null) {
            result.put(key, value);
        }
        return result;
    }

    private static RegoSet ofSet(
            BuiltinContext context, RegoSet set, RegoValue key, RegoValue value, boolean last, boolean remove) {
        if (last && !remove && !key.equals(value)) {
            throw new BuiltinError("json.patch: set key " + key + " does not equal value to be inserted");
        }
        context.fuel().makeValues(set.size() + 1L);
        RegoSet result = set.filter(element -> !element.equals(key));
        if (!(last && remove)) {
            result.add(value);
        }
        return result;
    }

    private static RegoArray ofArray(
            BuiltinContext context, RegoArray array, RegoNumber index, RegoValue value, boolean last, boolean remove) {
        context.fuel().makeValues(array.size() + 1L);
        long place = index.longValue();
        RegoArray result = RegoArray.growing(array.size() + 1);
        for (int i = 0; i < array.size(); i++) {
            if (i == place && !(last && remove)) {
                result.append(value);
            }
            if (i != place || (last && !remove)) {
                result.append(array.get(i));
            }
        }
        if (place == array.size()) {
            result.append(value);
        }
        return result;
    }

    /** Returns an index of the array: digits without a leading zero, or {@code -} for the end when adding. */
    private static RegoNumber index(RegoArray array, RegoValue segment, boolean end) {
        if (end && segment.equals(RegoString.of("-"))) {
            return RegoNumber.of(array.size());
        }
        RegoNumber place = switch (segment) {
            case RegoNumber number when number.isLong() -> number;
            case RegoString text when text.text().matches("0|[1-9][0-9]{0,8}") -> RegoNumber.parse(text.text());
            default -> throw new BuiltinError("json.patch: not an index of an array: " + segment);
        };
        int size = array.size();
        if (place.longValue() < 0 || place.longValue() > (end ? size : size - 1L)) {
            throw new BuiltinError("json.patch: index out of bounds: " + segment);
        }
        return place;
    }
}
