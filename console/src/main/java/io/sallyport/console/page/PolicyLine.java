package io.sallyport.console.page;

/**
 * One line of what decides for a sandbox, with a sentence for people.
 *
 * @param sentence what it does, in words
 * @param from where it is written; empty if it is not known
 * @param reports whether it is in report mode: it records, and refuses nothing
 */
public record PolicyLine(String sentence, String subject, String rule, String from, boolean grants, boolean reports) {
    static PolicyLine of(AnswerNode line) {
        boolean grants = line.text("effect").equals("grants");
        String text = line.text("text");
        String side = line.text("side");
        String sentence = grants ? "May reach" : "Refuses";
        String document = line.text("document");
        String of = line.text("of");
        return new PolicyLine(
                sentence,
                text.isEmpty() ? "what the rule " + line.text("rule") + " says" : text,
                line.text("rule"),
                (of.isEmpty() ? "" : of + ", ")
                        + (document.isEmpty() ? side : document + ", line " + line.number("line")),
                grants,
                line.text("mode").equals("report"));
    }
}
