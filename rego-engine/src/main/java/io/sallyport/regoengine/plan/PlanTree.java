package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** An object in a plan's JSON, read field by field. */
record PlanTree(RegoObject object) {
    static PlanTree of(RegoValue value) {
        if (value instanceof RegoObject object) {
            return new PlanTree(object);
        }
        throw new MalformedPlan("an object was expected, not " + value.kind().typeName());
    }

    boolean has(String field) {
        return object.get(field) != null;
    }

    RegoValue value(String field) {
        RegoValue value = object.get(field);
        if (value == null) {
            throw new MalformedPlan("field '" + field + "' is missing");
        }
        return value;
    }

    PlanTree tree(String field) {
        return of(value(field));
    }

    String text(String field) {
        return text(value(field));
    }

    static String text(RegoValue value) {
        if (value instanceof RegoString string) {
            return string.text();
        }
        throw new MalformedPlan("a string was expected, not " + value.kind().typeName());
    }

    boolean bool(String field) {
        if (value(field) instanceof RegoBoolean bool) {
            return bool.value();
        }
        throw new MalformedPlan("field '" + field + "' is no boolean");
    }

    long integer(String field) {
        return integer(value(field));
    }

    static long integer(RegoValue value) {
        if (value instanceof RegoNumber number && number.isLong()) {
            return number.longValue();
        }
        throw new MalformedPlan("an integer was expected, not " + value.kind().typeName());
    }

    /** Returns a count: 0 to the maximum length of an array. */
    int count(String field) {
        return count(value(field));
    }

    static int count(RegoValue value) {
        long count = integer(value);
        if (count < 0 || count > 10_000_000) {
            throw new MalformedPlan("number out of range: " + count);
        }
        return (int) count;
    }

    /** Returns the elements of an array; empty if the field is missing or null. */
    <T> List<T> list(String field, Function<? super RegoValue, ? extends T> read) {
        List<T> list = new ArrayList<>();
        if (object.get(field) instanceof RegoArray array) {
            array.list().forEach(element -> list.add(read.apply(element)));
        }
        return list;
    }
}
