package io.sallyport.inference;

import java.util.Locale;

/** How an answer of a model API is written. */
public enum AnswerForm {
    /** One JSON document; of Gemini's streams also a list of them that comes piece by piece. */
    JSON,
    /** Server-sent events, each with a JSON document (WHATWG HTML, section 9.2). */
    EVENTS,
    /** One JSON document a line, as Ollama streams. */
    LINES;

    /** Returns the form of an answer with that media type, with or without parameters. */
    public static AnswerForm of(String contentType) {
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return switch (type) {
            case "text/event-stream" -> EVENTS;
            case "application/x-ndjson", "application/ndjson", "application/jsonl" -> LINES;
            default -> JSON;
        };
    }
}
