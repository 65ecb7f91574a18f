package io.sallyport.admin.sandbox;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.HistoryControl.PastDocuments;
import io.sallyport.model.SandboxId;
import java.util.List;

/** Writes the JSON of a sandbox's generations. {@code openapi.json} describes the form. */
public final class PastDocumentsJson {
    private PastDocumentsJson() {}

    /** Returns what identifies each generation; the documents have a call of their own. */
    public static String list(SandboxId id, List<PastDocuments> newestFirst) {
        return JsonAnswers.object(json -> {
            json.writeStringProperty("id", id.text());
            json.writeArrayPropertyStart("history");
            for (PastDocuments past : newestFirst) {
                json.writeStartObject();
                json.writeNumberProperty("generation", past.generation());
                json.writeStringProperty("digest", past.digest());
                json.writeStringProperty("phase", past.phase().word());
                json.writeBooleanProperty("in_force", past.equals(newestFirst.getFirst()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberProperty("max_history", HistoryControl.MAX_PAST + 1);
        });
    }
}
