package io.sallyport.models;

import io.sallyport.inference.AnswerForm;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a stream where one of its events ends, so that what is sent on can be ended there. An event longer than {@link
 * ModelLimits#MAX_EVENT_BYTES} passes in pieces. Confined to one thread.
 */
final class WholeEvents {
    private final AnswerForm form;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private int lineEnds; // in a row, of events

    WholeEvents(AnswerForm form) {
        this.form = form;
    }

    /** Returns the events that end in these bytes, each with what was held of it. */
    List<byte[]> next(byte[] piece) {
        List<byte[]> whole = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < piece.length; i++) {
            if (ends(piece[i])) {
                held.write(piece, from, i + 1 - from);
                whole.add(rest());
                from = i + 1;
            }
        }
        held.write(piece, from, piece.length - from);
        if (form == AnswerForm.JSON || held.size() > ModelLimits.MAX_EVENT_BYTES) {
            whole.add(rest());
        }
        return whole;
    }

    /** Lines end an event; two line ends in a row end one of server-sent events. */
    private boolean ends(byte next) {
        if (next == '\r') {
            return false;
        }
        lineEnds = next == '\n' ? lineEnds + 1 : 0;
        return switch (form) {
            case JSON -> false;
            case LINES -> lineEnds == 1;
            case EVENTS -> lineEnds == 2;
        };
    }

    /** Returns what is held, and holds nothing. */
    byte[] rest() {
        byte[] rest = held.toByteArray();
        held.reset();
        lineEnds = 0;
        return rest;
    }
}
