package io.sallyport.console.page;

import io.sallyport.documents.DocumentNode;
import java.util.ArrayList;
import java.util.List;

/** One document of a sandbox, as a page shows it. */
public record SubmittedText(String name, String text) {
    /** Reads the {@code documents} of an answer; JSON is laid out for people. */
    static List<SubmittedText> of(AnswerNode documents) {
        var texts = new ArrayList<SubmittedText>();
        for (String name : List.of("lease", "lease_constraints")) {
            if (documents.has(name)) {
                DocumentNode lease = documents.member(name).node();
                texts.add(new SubmittedText(name, ReadableJson.indented(lease)));
            }
        }
        for (String name : List.of("harness", "policy")) {
            if (documents.has(name)) {
                texts.add(new SubmittedText(name, documents.text(name)));
            }
        }
        for (String files : List.of("rego", "files", "profiles")) {
            documents.entries(files).forEach((name, text) -> texts.add(new SubmittedText(name, text)));
        }
        return texts;
    }
}
