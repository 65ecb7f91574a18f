package io.sallyport.decision.guard;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.ByteBuffer;
import java.util.List;

/** The body of a call of the decision API, as a value of Rego's. */
sealed interface GuardBody {
    /** It can be read. */
    record Whole(RegoValue value) implements GuardBody {}

    /** It cannot; {@code why} is safe to show. */
    record Unreadable(String why) implements GuardBody {}

    static GuardBody read(byte[] body) {
        var bounds = JsonReader.Bounds.ofBytes(GuardDesk.MAX_BYTES);
        return switch (JsonBody.read("request", ByteBuffer.wrap(body), bounds)) {
            case JsonBody.Whole(var root) -> new Whole(value(root));
            case JsonBody.Unreadable(var why) ->
                new Unreadable("line " + why.line() + ", column " + why.column() + ": " + why.message());
        };
    }

    private static RegoValue value(DocumentNode node) {
        return switch (node) {
            case Scalar scalar -> scalar(scalar);
            case Items(var items, var _) -> array(items);
            case Members members -> object(members);
        };
    }

    private static RegoArray array(List<DocumentNode> items) {
        return RegoArray.of(items.stream().map(GuardBody::value).toList());
    }

    private static RegoObject object(Members members) {
        EntryObject object = RegoObject.growing();
        members.members().forEach((name, member) -> object.put(name, value(member.value())));
        return object.sealed();
    }

    private static RegoValue scalar(Scalar scalar) {
        if (scalar.isString()) {
            return RegoString.of(scalar.text());
        }
        return switch (scalar.text()) {
            case "null" -> RegoNull.NULL;
            case "true" -> RegoBoolean.TRUE;
            case "false" -> RegoBoolean.FALSE;
            default -> RegoNumber.parse(scalar.text());
        };
    }
}
