package io.sallyport.console.page;

import io.sallyport.console.session.FormFields;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Reads guardrails from the form of the editor. */
public final class EditedGuardrails {
    private static final String FILE = "file:";

    private EditedGuardrails() {}

    /** Returns the files of a form, name to text; one without text is left out. */
    public static Map<String, String> files(FormFields form) {
        var files = new TreeMap<String, String>();
        form.values().forEach((name, text) -> {
            if (name.startsWith(FILE) && !text.isBlank()) {
                files.put(name.substring(FILE.length()), text.replace("\r\n", "\n"));
            }
        });
        String added = form.text("new_name").strip();
        if (!added.isEmpty() && !form.text("new_text").isBlank()) {
            files.put(added, form.text("new_text").replace("\r\n", "\n"));
        }
        return files;
    }

    /** Returns the body of a PUT with those files, and the lists of the guardrails in force. */
    public static String body(Map<String, String> files, AnswerNode inForce) {
        var rego = new LinkedHashMap<String, Member>();
        files.forEach((name, text) -> rego.put(name, at(new Scalar(text, Style.QUOTED, Place.START))));
        var members = new LinkedHashMap<String, Member>();
        members.put("rego", at(new Members(rego, Place.START)));
        if (inForce.has("data")) {
            members.put("data", at(inForce.member("data").node()));
        }
        return ReadableJson.of(new Members(members, Place.START));
    }

    private static Member at(DocumentNode value) {
        return new Member(Place.START, value);
    }
}
