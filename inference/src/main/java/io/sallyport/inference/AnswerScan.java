package io.sallyport.inference;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads single values out of JSON documents that follow each other, byte by byte, and keeps nothing else. It checks no
 * syntax: of broken JSON it reads anything, and at most {@link #MAX_WORD} bytes of it are held. Confined to one thread.
 */
final class AnswerScan {
    /** The maximum length of a name or short value, in bytes; what is longer is not read. */
    static final int MAX_WORD = 200;

    private static final int HEX_DIGITS = 4;

    private enum ScanState {
        BETWEEN,
        STRING,
        ESCAPE,
        UNICODE,
        /** A number, or {@code true}, {@code false}, {@code null}. */
        PLAIN
    }

    private enum StringRole {
        /** The name of a member. */
        NAME,
        /** A short text that is kept. */
        WORD,
        TEXT,
        UNREAD
    }

    /** An object or list whose place is read. */
    private record Level(AnswerPath path, boolean isList) {}

    private final AnswerPath root;
    private final AnswerSink sink;
    private final Deque<Level> levels = new ArrayDeque<>();
    private final StringBuilder held = new StringBuilder();
    private ScanState mode = ScanState.BETWEEN;
    private StringRole role = StringRole.UNREAD;
    private @Nullable AnswerPath next;
    private boolean awaitsName;
    private boolean tooLong;
    private int unicode;
    private int digits;
    /** Levels inside of one that is not read, or that is text as a whole. */
    private int inside;

    private boolean counts;

    AnswerScan(AnswerPath root, AnswerSink sink) {
        this.root = root;
        this.sink = sink;
    }

    /** Returns whether no document has begun that did not end. */
    boolean isBetween() {
        return mode == ScanState.BETWEEN && levels.isEmpty() && inside == 0;
    }

    /** Forgets a document that did not end. */
    void reset() {
        levels.clear();
        held.setLength(0);
        mode = ScanState.BETWEEN;
        next = null;
        awaitsName = false;
        inside = 0;
        counts = false;
    }

    void accept(byte b) {
        switch (mode) {
            case BETWEEN -> between(b);
            case STRING -> inString(b);
            case ESCAPE -> escaped(b);
            case UNICODE -> unicode(b);
            case PLAIN -> plain(b);
        }
    }

    private void between(byte b) {
        switch (b) {
            case '{' -> open(false);
            case '[' -> open(true);
            case '}', ']' -> close();
            case '"' -> beginString();
            case ',' ->
                awaitsName = inside == 0 && !levels.isEmpty() && !levels.peek().isList();
            case ':' -> awaitsName = false;
            case ' ', '\n', '\r', '\t' -> {}
            default -> {
                hold();
                mode = ScanState.PLAIN;
                plain(b);
            }
        }
    }

    private void open(boolean isList) {
        AnswerPath place = place();
        if (inside > 0) {
            inside++;
        } else if (place == null
                || (isList && !levels.isEmpty() && levels.peek().isList())) {
            inside = 1;
        } else if (place.isLeaf() && !(isList && levels.isEmpty())) {
            inside = 1;
            counts = place.value() == AnswerValue.TEXT;
        } else {
            levels.push(new Level(place, isList));
            awaitsName = !isList;
        }
    }

    /** Returns the place of the value that begins. */
    private @Nullable AnswerPath place() {
        Level level = levels.peek();
        return level == null ? root : level.isList() ? level.path() : next;
    }

    private void close() {
        if (inside > 0) {
            inside--;
            counts &= inside > 0;
        } else {
            levels.poll();
        }
        awaitsName = false;
        if (levels.isEmpty() && inside == 0) {
            sink.documentEnd();
        } else if (levels.size() == 1 && inside == 0 && levels.getFirst().isList()) {
            sink.documentEnd(); // an item of the outermost list
        }
    }

    private void hold() {
        held.setLength(0);
        tooLong = false;
    }

    private void beginString() {
        hold();
        mode = ScanState.STRING;
        if (inside > 0) {
            role = counts ? StringRole.TEXT : StringRole.UNREAD;
        } else if (awaitsName) {
            role = StringRole.NAME;
        } else {
            AnswerValue says = says();
            role = says == null
                    ? StringRole.UNREAD
                    : says == AnswerValue.TEXT ? StringRole.TEXT : says.isWord() ? StringRole.WORD : StringRole.UNREAD;
        }
    }

    private @Nullable AnswerValue says() {
        AnswerPath place = place();
        return place == null ? null : place.value();
    }

    private void inString(byte b) {
        switch (b) {
            case '"' -> endString();
            case '\\' -> mode = ScanState.ESCAPE;
            default -> take(b);
        }
    }

    private void escaped(byte b) {
        mode = ScanState.STRING;
        switch (b) {
            case 'u' -> {
                mode = ScanState.UNICODE;
                unicode = 0;
                digits = 0;
            }
            case 'n' -> take((byte) '\n');
            case 'r' -> take((byte) '\r');
            case 't' -> take((byte) '\t');
            case 'b', 'f' -> take((byte) ' ');
            default -> take(b);
        }
    }

    private void unicode(byte b) {
        unicode = unicode << 4 | Math.max(Character.digit(b, 16), 0);
        if (++digits == HEX_DIGITS) {
            mode = ScanState.STRING;
            if (unicode < Character.MIN_LOW_SURROGATE || unicode > Character.MAX_LOW_SURROGATE) {
                take(lead(unicode));
            }
        }
    }

    /** Returns the first byte of the character in UTF-8, or one of as many bytes. */
    private static byte lead(int unit) {
        if (unit < 0x80) {
            return (byte) unit;
        }
        return (byte) (unit < 0x800 ? 0xc2 : Character.isHighSurrogate((char) unit) ? 0xf0 : 0xe4);
    }

    private void take(byte b) {
        switch (role) {
            case TEXT -> sink.text(b);
            case NAME, WORD -> {
                tooLong |= held.length() == MAX_WORD;
                if (!tooLong) {
                    held.append((char) (b & 0xff));
                }
            }
            case UNREAD -> {}
        }
    }

    private void endString() {
        mode = ScanState.BETWEEN;
        AnswerValue says = says();
        if (role == StringRole.NAME) {
            next = tooLong || levels.isEmpty() ? null : levels.getFirst().path().member(held.toString());
            awaitsName = false;
        } else if (role == StringRole.WORD && !tooLong && says != null) {
            sink.word(says, held.toString());
        }
    }

    private void plain(byte b) {
        if (",:]} \n\r\t{[\"".indexOf(b) < 0) {
            tooLong |= held.length() == MAX_WORD;
            held.append(tooLong ? "" : (char) (b & 0xff));
            return;
        }
        mode = ScanState.BETWEEN;
        AnswerValue says = inside > 0 ? null : says();
        if (says != null
                && !says.isWord()
                && held.length() <= 15
                && held.chars().allMatch(c -> c >= '0' && c <= '9')) {
            sink.number(says, Long.parseLong(held, 0, held.length(), 10));
        }
        between(b);
    }
}
