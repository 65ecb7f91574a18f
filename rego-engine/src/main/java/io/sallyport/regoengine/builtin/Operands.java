package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;

/** Operands as the kind that a function wants, or its error. Positions count from 1. */
final class Operands {
    private Operands() {}

    static String text(RegoValue operand, int position) {
        if (operand instanceof RegoString string) {
            return string.text();
        }
        throw BuiltinError.operand(position, operand, "string");
    }

    /** {@link #text} as a value, which may keep what is made of it. */
    static RegoString string(RegoValue operand, int position) {
        if (operand instanceof RegoString string) {
            return string;
        }
        throw BuiltinError.operand(position, operand, "string");
    }

    static RegoNumber number(RegoValue operand, int position) {
        if (operand instanceof RegoNumber number) {
            return number;
        }
        throw BuiltinError.operand(position, operand, "number");
    }

    /** An integer, written as one, that fits a long. */
    static long integer(RegoValue operand, int position) {
        RegoNumber number = number(operand, position);
        if (number.isLong()) {
            return number.longValue();
        }
        throw BuiltinError.operand(position, "must be integer number but got floating-point number");
    }

    static RegoArray array(RegoValue operand, int position) {
        if (operand instanceof RegoArray array) {
            return array;
        }
        throw BuiltinError.operand(position, operand, "array");
    }

    static RegoObject object(RegoValue operand, int position) {
        if (operand instanceof RegoObject object) {
            return object;
        }
        throw BuiltinError.operand(position, operand, "object");
    }

    static RegoSet set(RegoValue operand, int position) {
        if (operand instanceof RegoSet set) {
            return set;
        }
        throw BuiltinError.operand(position, operand, "set");
    }
}
