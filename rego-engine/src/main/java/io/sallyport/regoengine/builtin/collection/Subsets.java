package io.sallyport.regoengine.builtin.collection;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;

/**
 * Implements {@code object.subset} (OPA 1.22): a part of an object or of a set, a contiguous part of an array, or a set
 * within an array.
 */
final class Subsets {
    private Subsets() {}

    static boolean holds(BuiltinContext context, RegoValue whole, RegoValue part) {
        return switch (whole) {
            case RegoObject object when part instanceof RegoObject sub -> ofObject(context, object, sub);
            case RegoSet set when part instanceof RegoSet sub -> ofSet(context, set, sub);
            case RegoArray array when part instanceof RegoArray sub -> ofArray(context, array, sub);
            case RegoArray array when part instanceof RegoSet sub -> ofArray(context, array, sub);
            default ->
                throw BuiltinError.operands("both arguments object.subset must be of the same type or array and set");
        };
    }

    private static boolean ofObject(BuiltinContext context, RegoObject whole, RegoObject part) {
        context.fuel().steps(part.size());
        for (int i = 0; i < part.size(); i++) {
            RegoValue theirs = whole.get(part.keyAt(i));
            if (theirs == null || !(theirs.equals(part.valueAt(i)) || nested(context, theirs, part.valueAt(i)))) {
                return false;
            }
        }
        return true;
    }

    private static boolean nested(BuiltinContext context, RegoValue whole, RegoValue part) {
        return whole.kind() == part.kind()
                && (whole instanceof RegoObject || whole instanceof RegoSet || whole instanceof RegoArray)
                && holds(context, whole, part);
    }

    private static boolean ofSet(BuiltinContext context, RegoSet whole, RegoSet part) {
        context.fuel().steps(part.size());
        return part.list().stream().allMatch(whole::contains);
    }

    /** Returns whether the part occurs in the whole as a contiguous run. */
    private static boolean ofArray(BuiltinContext context, RegoArray whole, RegoArray part) {
        for (int from = 0; from + part.size() <= whole.size(); from++) {
            int same = 0;
            while (same < part.size() && whole.get(from + same).equals(part.get(same))) {
                same++;
            }
            context.fuel().steps(same + 1L);
            if (same == part.size()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether as many elements of the array are in the part as the part has: OPA counts equal elements twice,
     * and finds no part in an empty array.
     */
    private static boolean ofArray(BuiltinContext context, RegoArray whole, RegoSet part) {
        context.fuel().steps(whole.size());
        int unmatched = part.size();
        for (int i = 0; i < whole.size(); i++) {
            unmatched -= part.contains(whole.get(i)) ? 1 : 0;
            if (unmatched == 0) {
                return true;
            }
        }
        return false;
    }
}
