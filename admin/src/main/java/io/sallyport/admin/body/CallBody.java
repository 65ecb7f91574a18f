package io.sallyport.admin.body;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import io.sallyport.documents.NearestName;
import io.sallyport.documents.Place;
import io.sallyport.model.WorkspaceId;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a call: one JSON object. A syntax error ends the reading. Any other error becomes a diagnostic and
 * reading continues, so that the caller sees all errors at once. Confined to one thread.
 */
public final class CallBody {
    private static final String FILE = "request";

    /** The front door already limits the body's size. */
    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(Integer.MAX_VALUE);

    private final Findings findings = new Findings(FILE);
    private final Map<String, DocumentNode.Member> members;
    private DocumentNode at;

    private CallBody(DocumentNode.Members root) {
        members = root.members();
        at = root;
    }

    /** Reads one member's value. */
    @FunctionalInterface
    interface Member {
        void read(String name) throws BodyRefusal;
    }

    /**
     * Reads the body as one object.
     *
     * @param embedded members that are documents of their own
     */
    static CallBody of(ByteBuffer body, String... embedded) throws BodyRefusal {
        return switch (JsonBody.read(FILE, body, BOUNDS.embedding(embedded))) {
            case JsonBody.Unreadable(var why) ->
                throw new BodyRefusal(why.code(), why.message(), why.line(), why.column());
            case JsonBody.Whole(DocumentNode.Members root) -> new CallBody(root);
            case JsonBody.Whole(DocumentNode root) ->
                throw refusal(
                        root.place(),
                        DiagnosticCode.NOT_AN_OBJECT,
                        "the body is " + root.kind() + " (expected: an object)");
        };
    }

    /** Reads each member, in the order of the body. */
    void document(Member member) throws BodyRefusal {
        for (var each : members.entrySet()) {
            at = each.getValue().value();
            member.read(each.getKey());
        }
    }

    /** Reports an unknown member. */
    void unknown(String name, String known) {
        String nearest = NearestName.help(name, List.of(known.split(", ")));
        String help = nearest == null ? "known are: " + known : nearest;
        DocumentNode.Member member = members.get(name);
        Place place = member == null ? at.place() : member.keyPlace();
        String message = "\"" + shown(name) + "\" is not known here";
        findings.error(place, DiagnosticCode.UNKNOWN_MEMBER, message, help);
    }

    @Nullable
    String string(String name) {
        return string(name, at);
    }

    /** Reads the id of a workspace. */
    @Nullable
    WorkspaceId workspace(String name) {
        String text = string(name);
        WorkspaceId id = text == null ? null : WorkspaceId.parse(text);
        if (text != null && id == null) {
            wrong(DiagnosticCode.WRONG_VALUE, "\"" + name + "\" is no workspace id: \"" + shown(text) + "\"", null);
        }
        return id;
    }

    private @Nullable String string(String name, DocumentNode node) {
        if (node instanceof DocumentNode.Scalar scalar && scalar.isString()) {
            return scalar.text();
        }
        wrongType(name, node, "a string");
        return null;
    }

    boolean bool(String name) {
        Boolean truth = at instanceof DocumentNode.Scalar scalar ? scalar.truth() : null;
        if (truth == null) {
            wrongType(name, at, "true or false");
        }
        return Boolean.TRUE.equals(truth);
    }

    boolean isNull() {
        return at.kind().equals("null");
    }

    /** Returns the number as written in the body; null if the value is not a number. */
    @Nullable
    String numberText() {
        return at instanceof DocumentNode.Scalar scalar && scalar.isNumber() ? scalar.text() : null;
    }

    /** Returns an embedded object as text, which its own reader then checks. */
    @Nullable
    String embedded(String name) {
        if (at instanceof DocumentNode.Scalar(var text, var _, var _)
                && at.kind().equals("an object")) {
            return text;
        }
        wrongType(name, at, "an object");
        return null;
    }

    /** Reads an object of strings. */
    Map<String, String> strings(String name, int most) {
        Map<String, String> strings = new LinkedHashMap<>();
        if (!(at instanceof DocumentNode.Members(var inner, var place))) {
            wrongType(name, at, "an object of strings");
            return strings;
        }
        if (inner.size() > most) {
            findings.error(place, DiagnosticCode.TOO_MANY, "\"" + name + "\" has more than " + most + " members", null);
        }
        inner.forEach((key, member) -> {
            String value = string(name + "." + key, member.value());
            if (value != null && strings.size() <= most) {
                strings.put(key, value);
            }
        });
        return strings;
    }

    /** Reads an array of distinct strings. */
    Set<String> stringSet(String name, int most) {
        Set<String> strings = new LinkedHashSet<>();
        if (!(at instanceof DocumentNode.Items(var items, var place))) {
            wrongType(name, at, "an array of strings");
            return strings;
        }
        if (items.size() > most) {
            findings.error(place, DiagnosticCode.TOO_MANY, "\"" + name + "\" has more than " + most + " entries", null);
        }
        for (DocumentNode item : items) {
            String value = string(name, item);
            if (value != null && strings.size() <= most && !strings.add(value)) {
                String message = "\"" + shown(value) + "\" stands twice in \"" + name + "\"";
                findings.error(item.place(), DiagnosticCode.DUPLICATE_ENTRY, message, null);
            }
        }
        return strings;
    }

    private void wrongType(String name, DocumentNode node, String expected) {
        String message = "\"" + shown(name) + "\" is " + node.kind() + " (expected: " + expected + ")";
        findings.error(node.place(), DiagnosticCode.WRONG_TYPE, message, null);
    }

    /** Reports an error in the current value. */
    void wrong(DiagnosticCode code, String message, @Nullable String help) {
        findings.error(at.place(), code, message, help);
    }

    /** Returns an error in the current value that makes the body unreadable. */
    BodyRefusal refusal(DiagnosticCode code, String message) {
        return refusal(at.place(), code, message);
    }

    private static BodyRefusal refusal(Place at, DiagnosticCode code, String message) {
        return new BodyRefusal(code.name(), message, at.line(), at.column());
    }

    List<Diagnostic> diagnostics() {
        return findings.all();
    }

    /** Shortens text, so that an answer does not grow with the request. */
    public static String shown(String name) {
        return name.length() <= 100 ? name : name.substring(0, 100) + "...";
    }
}
