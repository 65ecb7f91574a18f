package io.sallyport.gateway.login;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Members of a provider's JSON: strings, and lists of them. Other values count as missing. No state. */
final class TextMembers {
    /** The maximum size of a document, in bytes; the outward client takes no larger answer. */
    private static final int MAX_BYTES = 256 << 10;

    private TextMembers() {}

    /** Returns the outermost object, or null if the text is anything else. */
    static @Nullable Members object(byte[] json) {
        JsonBody body = JsonBody.read("provider", ByteBuffer.wrap(json), JsonReader.Bounds.ofBytes(MAX_BYTES));
        return body instanceof JsonBody.Whole(Members members) ? members : null;
    }

    /** Returns the strings of a list, or the one string that stands in its place; empty if there are none. */
    static List<String> texts(Members object, String name) {
        DocumentNode.Member member = object.members().get(name);
        return switch (member == null ? null : member.value()) {
            case null -> List.of();
            case Items(var items, var _) ->
                items.stream()
                        .map(TextMembers::text)
                        .flatMap(Stream::ofNullable)
                        .toList();
            case Scalar scalar -> Stream.ofNullable(text(scalar)).toList();
            case Members _ -> List.of();
        };
    }

    static boolean isTrue(Members object, String name) {
        DocumentNode.Member member = object.members().get(name);
        return member != null && member.value() instanceof Scalar scalar && Boolean.TRUE.equals(scalar.truth());
    }

    private static @Nullable String text(DocumentNode node) {
        return node instanceof Scalar scalar && scalar.isString() ? scalar.text() : null;
    }
}
