package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.Fields;
import io.sallyport.inference.EventFraming;
import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelError;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Translates a stream of server-sent events as they come, event by event. What cannot be translated ends the stream
 * with an error in the client's form. Holds one event. Confined to one thread.
 */
public final class StreamTranslation {
    /** The maximum size of the data of one event, in bytes. */
    public static final int MAX_EVENT_BYTES = 1 << 20;

    private static final int BAD_GATEWAY = 502;
    private static final String DONE = "[DONE]";

    private final TranslatedEvents events;
    private final ModelApi client;
    private final EventFraming framing;
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private final EventsOut out = new EventsOut();
    private boolean failed;

    StreamTranslation(TranslatedEvents events, ModelApi client) {
        this.events = events;
        this.client = client;
        this.framing = new EventFraming(new Data());
    }

    /** Translates the next bytes of the backend's answer; the buffer's position stays. */
    public byte[] accept(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit() && !isOver(); i++) {
            framing.accept(bytes.get(i));
        }
        return out.take();
    }

    /** Returns what ends the stream once the backend's has ended: nothing, unless that ended before its answer did. */
    public byte[] end() {
        if (!isOver()) {
            report(events.done(out));
        }
        return out.take();
    }

    /** Returns whether nothing will follow. */
    public boolean isOver() {
        return failed || events.isComplete();
    }

    private void fail(String why) {
        failed = true;
        fail("backend_error", why);
    }

    private void fail(String code, String message) {
        failed = true;
        out.event(client == ModelApi.ANTHROPIC ? "error" : "", ModelError.body(client, BAD_GATEWAY, code, message));
    }

    private void event() {
        byte[] event = data.toByteArray();
        String text = event.length <= DONE.length() + 1 ? new String(event, StandardCharsets.UTF_8).strip() : "";
        if (text.equals(DONE)) {
            report(events.done(out));
            return;
        }
        Map<String, Member> object = AnswerMembers.object(event);
        if (object == null) {
            fail("an event of the model's server is no object in JSON");
        } else if (object.containsKey("error")
                && !Fields.members(object, "error").isEmpty()) {
            Map<String, Member> error = Fields.members(object, "error");
            fail(AnswerMembers.text(error, "type"), AnswerMembers.text(error, "message"));
        } else {
            report(events.next(object, out));
        }
    }

    private void report(String problem) {
        if (!problem.isEmpty()) {
            fail(problem);
        }
    }

    private final class Data implements EventFraming.Data {
        @Override
        public void data(byte next) {
            if (data.size() < MAX_EVENT_BYTES) {
                data.write(next);
            } else if (!failed) {
                fail("an event of the model's server is larger than " + MAX_EVENT_BYTES + " bytes");
            }
        }

        @Override
        public void end() {
            if (data.size() > 0 && !isOver()) {
                event();
            }
            data.reset();
        }
    }
}
