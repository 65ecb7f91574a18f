package io.sallyport.inference;

import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes single members of a JSON text that is known to be valid, without duplicate names, and leaves every other byte
 * as it is: what a provider added after this was written passes on as it came.
 */
final class JsonEdit {
    private JsonEdit() {}

    /**
     * Returns the text of an object with a member set, or added at the end if it is missing.
     *
     * @param path the names that lead to the member; an object on the way that is missing is added
     * @param value JSON
     */
    static byte[] set(byte[] json, List<String> path, String value) {
        return set(json, MemberSpan.space(json, 0), path, value);
    }

    private static byte[] set(byte[] json, int object, List<String> path, String value) {
        List<MemberSpan> members = MemberSpan.of(json, object);
        MemberSpan found = find(members, path.getFirst());
        List<String> rest = path.subList(1, path.size());
        if (found == null) {
            int end = members.isEmpty() ? object + 1 : members.getLast().to();
            String comma = members.isEmpty() ? "" : ",";
            return replace(json, end, end, comma + "\"" + path.getFirst() + "\":" + nested(rest, value));
        }
        return rest.isEmpty() || json[found.from()] != '{'
                ? replace(json, found.from(), found.to(), nested(rest, value))
                : set(json, found.from(), rest, value);
    }

    private static String nested(List<String> path, String value) {
        return path.isEmpty()
                ? value
                : "{\"" + path.getFirst() + "\":" + nested(path.subList(1, path.size()), value) + "}";
    }

    /** Returns the member of that name, or null. */
    static @Nullable MemberSpan find(List<MemberSpan> members, String name) {
        return members.stream()
                .filter(member -> name(member).equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String name(MemberSpan member) {
        if (member.rawName().indexOf('\\') < 0) {
            return member.rawName();
        }
        byte[] text = ('"' + member.rawName() + '"').getBytes(StandardCharsets.UTF_8);
        return JsonBody.read("name", ByteBuffer.wrap(text), JsonReader.Bounds.ofBytes(text.length))
                        instanceof JsonBody.Whole(Scalar scalar)
                ? scalar.text()
                : member.rawName();
    }

    /** Returns the bytes with those from {@code from} to {@code to} replaced. */
    static byte[] replace(byte[] json, int from, int to, String with) {
        byte[] middle = with.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(json.length - (to - from) + middle.length)
                .put(json, 0, from)
                .put(middle)
                .put(json, to, json.length - to)
                .array();
    }
}
