package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/** The fields of a Go struct as encoded in JSON: bytes in base64, and null for an empty list. Confined to one call. */
final class GoFields {
    private final EntryObject fields = RegoObject.growing();

    GoFields put(String name, RegoValue value) {
        fields.put(RegoString.of(name), value);
        return this;
    }

    GoFields put(String name, String value) {
        return put(name, RegoString.of(value));
    }

    GoFields put(String name, long value) {
        return put(name, RegoNumber.of(value));
    }

    GoFields put(String name, BigInteger value) {
        return put(name, RegoNumber.of(value));
    }

    GoFields put(String name, boolean value) {
        return put(name, RegoBoolean.of(value));
    }

    GoFields put(String name, byte[] value) {
        return put(name, bytes(value));
    }

    GoFields putNull(String... names) {
        for (String name : names) {
            put(name, RegoNull.NULL);
        }
        return this;
    }

    <T> GoFields put(String name, List<T> elements, Function<T, RegoValue> value) {
        return put(name, list(elements, value));
    }

    RegoObject object() {
        return fields;
    }

    static <T> RegoValue list(List<T> elements, Function<T, RegoValue> value) {
        return elements.isEmpty()
                ? RegoNull.NULL
                : RegoArray.of(elements.stream().map(value).toList());
    }

    static RegoString bytes(byte[] value) {
        return RegoString.of(Base64.getEncoder().encodeToString(value));
    }
}
