package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads an answer, or an event of one; what is missing or of another type counts as empty. */
final class AnswerMembers {
    /** The maximum size of an answer, in bytes. */
    static final int MAX_BYTES = 16 << 20;

    private static final int MAX_VALUES = 200_000;

    private AnswerMembers() {}

    /** Returns the members of an object in JSON; null if it is none. */
    static @Nullable Map<String, Member> object(byte[] json) {
        var bounds = new JsonReader.Bounds(MAX_BYTES, MAX_VALUES, Set.of());
        return JsonBody.read("answer", ByteBuffer.wrap(json), bounds)
                        instanceof JsonBody.Whole(DocumentNode.Members(var members, var _))
                ? members
                : null;
    }

    static String text(Map<String, Member> object, String name) {
        Scalar scalar = Fields.scalar(object, name);
        return scalar == null || !scalar.isString() ? "" : scalar.text();
    }

    static int number(Map<String, Member> object, String name) {
        Scalar scalar = Fields.scalar(object, name);
        Integer number = scalar == null ? null : scalar.number();
        return number == null ? 0 : number;
    }
}
