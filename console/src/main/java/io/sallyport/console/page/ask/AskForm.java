package io.sallyport.console.page.ask;

import io.sallyport.console.page.ReadableJson;
import io.sallyport.console.session.FormFields;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Place;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the answer to a request that waits from its form. */
public final class AskForm {
    /** How often the same request passes where it is allowed for a time: the most that an approval may say. */
    private static final String USES = "1000";

    private AskForm() {}

    /** Returns the body of {@code POST /v1/ask/{id}}; what cannot be read there is refused there. */
    public static String body(FormFields form) {
        Map<String, Member> members = new LinkedHashMap<>();
        boolean allows = form.text("answer").equals("allow");
        put(members, "answer", allows ? "allow" : "deny", Style.QUOTED);
        String seconds = form.text("for_seconds");
        if (allows && seconds.matches("[1-9][0-9]{0,5}")) {
            put(members, "uses", USES, Style.PLAIN);
            put(members, "for_seconds", seconds, Style.PLAIN);
        }
        for (String name : new String[] {"name", "reason"}) {
            String text = form.text(name).strip();
            if (!text.isEmpty()) {
                put(members, name, text, Style.QUOTED);
            }
        }
        return ReadableJson.of(new Members(members, Place.START));
    }

    private static void put(Map<String, Member> members, String name, String text, Style style) {
        DocumentNode value = new Scalar(text, style, Place.START);
        members.put(name, new Member(Place.START, value));
    }
}
