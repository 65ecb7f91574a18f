package io.sallyport.regoengine.builtin;

import com.google.re2j.Pattern;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;

/** Returns operands as the kind that a function expects, or throws its error. Positions count from 1. */
public final class Operands {
    private static final Pattern WITH_ZEROS = Pattern.compile("[0-9]+\\.0+");

    private Operands() {}

    public static String text(RegoValue operand, int position) {
        if (operand instanceof RegoString string) {
            return string.text();
        }
        throw BuiltinError.operand(position, operand, "string");
    }

    /** As {@link #text}, but returns the value, which can store what is derived from it. */
    public static RegoString string(RegoValue operand, int position) {
        if (operand instanceof RegoString string) {
            return string;
        }
        throw BuiltinError.operand(position, operand, "string");
    }

    public static RegoNumber number(RegoValue operand, int position) {
        if (operand instanceof RegoNumber number) {
            return number;
        }
        throw BuiltinError.operand(position, operand, "number");
    }

    /** The maximum length, without sign, of a text that may have zeros after its point: {@code 1.0}. */
    private static final int MAX_WITH_ZEROS = 19;

    /** Returns an integer that fits into a long, written without a point or with only zeros after it. */
    public static long integer(RegoValue operand, int position) {
        RegoNumber number = number(operand, position);
        if (number.isLong()) {
            return number.longValue();
        }
        String text = number.text();
        String digits = text.startsWith("-") ? text.substring(1) : text;
        if (digits.length() <= MAX_WITH_ZEROS && WITH_ZEROS.matches(digits)) {
            return number.decimal().longValue();
        }
        throw BuiltinError.operand(position, "must be integer number but got floating-point number");
    }

    public static RegoArray array(RegoValue operand, int position) {
        if (operand instanceof RegoArray array) {
            return array;
        }
        throw BuiltinError.operand(position, operand, "array");
    }

    public static RegoObject object(RegoValue operand, int position) {
        if (operand instanceof RegoObject object) {
            return object;
        }
        throw BuiltinError.operand(position, operand, "object");
    }

    public static RegoSet set(RegoValue operand, int position) {
        if (operand instanceof RegoSet set) {
            return set;
        }
        throw BuiltinError.operand(position, operand, "set");
    }
}
