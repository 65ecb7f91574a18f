package io.sallyport.console.page;

import io.sallyport.console.session.FormFields;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A document in a form, to be edited.
 *
 * @param field its name in the form: {@code json:NAME}, {@code text:NAME}, or {@code in:MEMBER/NAME} for one of several
 * @param name as people read it
 */
public record DraftText(String field, String name, String text) {
    private static final JsonReader.Bounds BOUNDS = new JsonReader.Bounds(4 << 20, 200_000, Set.of());
    private static final List<String> JSON = List.of("lease", "lease_constraints");
    private static final List<String> TEXTS = List.of("policy", "harness");
    private static final List<String> SEVERAL = List.of("rego", "files", "profiles");

    /** Returns the documents as texts, and an empty one for each other kind of which there is one at most. */
    public static List<DraftText> of(AnswerNode documents) {
        var drafts = new ArrayList<DraftText>();
        for (String name : JSON) {
            String text = documents.has(name)
                    ? ReadableJson.indented(documents.member(name).node())
                    : "";
            drafts.add(new DraftText("json:" + name, name, text));
        }
        TEXTS.forEach(name -> drafts.add(new DraftText("text:" + name, name, documents.text(name))));
        for (String member : SEVERAL) {
            documents
                    .entries(member)
                    .forEach((name, text) -> drafts.add(new DraftText("in:" + member + "/" + name, name, text)));
        }
        return drafts;
    }

    /** Returns the texts of a form, sorted by their fields. */
    public static List<DraftText> of(FormFields form) {
        var drafts = new ArrayList<DraftText>();
        for (String field : new TreeSet<>(form.values().keySet())) {
            if (field.matches("(?s)(?:json|text|in):.+")) {
                String name = field.substring(field.indexOf(field.startsWith("in:") ? '/' : ':') + 1);
                drafts.add(new DraftText(field, name, form.text(field).replace("\r\n", "\n")));
            }
        }
        String added = form.text("new_name").strip();
        if (!added.isEmpty()) {
            drafts.add(new DraftText(
                    "in:rego/" + added, added, form.text("new_text").replace("\r\n", "\n")));
        }
        return drafts;
    }

    /** Returns what is wrong with texts that have to be JSON. */
    public static List<FoundProblem> problems(List<DraftText> drafts) {
        var problems = new ArrayList<FoundProblem>();
        for (DraftText draft : drafts) {
            if (draft.field.startsWith("json:") && !draft.text.isBlank()) {
                var findings = new Findings(draft.name);
                JsonReader.read(draft.text, BOUNDS, findings);
                findings.all().forEach(found -> problems.add(FoundProblem.of(found)));
            }
        }
        return problems;
    }

    /**
     * Returns the body of a PUT with those texts of which none is wrong; a blank one is left out. What the form does
     * not show stays as it is in force.
     */
    public static String body(List<DraftText> drafts, AnswerNode inForce) {
        var members = new LinkedHashMap<String, Member>();
        if (inForce.node() instanceof Members known) {
            members.putAll(known.members());
        }
        JSON.forEach(members::remove);
        TEXTS.forEach(members::remove);
        SEVERAL.forEach(members::remove);
        Map<String, Map<String, Member>> several = new LinkedHashMap<>();
        for (DraftText draft : drafts) {
            if (!draft.text.isBlank()) {
                draft.into(members, several);
            }
        }
        several.forEach((member, texts) -> members.put(member, at(new Members(texts, Place.START))));
        return ReadableJson.of(new Members(members, Place.START));
    }

    private void into(Map<String, Member> members, Map<String, Map<String, Member>> several) {
        int slash = field.indexOf('/');
        if (field.startsWith("json:")) {
            members.put(name, at(AnswerNode.read(text).node()));
        } else if (field.startsWith("text:")) {
            members.put(name, at(new Scalar(text, Style.QUOTED, Place.START)));
        } else if (slash > 0) {
            several.computeIfAbsent(field.substring("in:".length(), slash), _ -> new LinkedHashMap<>())
                    .put(name, at(new Scalar(text, Style.QUOTED, Place.START)));
        }
    }

    private static Member at(DocumentNode value) {
        return new Member(Place.START, value);
    }
}
