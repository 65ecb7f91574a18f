package io.sallyport.inference;

/**
 * Finds the data of server-sent events, byte by byte (WHATWG HTML, section 9.2.6); nothing is kept. Confined to one
 * thread.
 */
public final class EventFraming {
    private static final String DATA = "data";

    /** What is done with the data of an event. */
    public interface Data {
        void data(byte next);

        /** The event is over. */
        void end();
    }

    private final Data to;
    private final StringBuilder name = new StringBuilder(DATA.length() + 1);
    private boolean inName = true;
    private boolean isData;
    private boolean atValue;
    private boolean lineIsEmpty = true;
    private boolean afterReturn;

    public EventFraming(Data to) {
        this.to = to;
    }

    /** Takes the next byte; returns whether an event, with the line end behind it, is over. */
    public boolean accept(byte b) {
        if (b == '\n' && afterReturn) {
            afterReturn = false;
            return lineIsEmpty;
        }
        afterReturn = b == '\r';
        if (b == '\n' || b == '\r') {
            return endLine();
        }
        lineIsEmpty = false;
        if (!inName) {
            value(b);
        } else if (b == ':') {
            inName = false;
            isData = name.compareTo(new StringBuilder(DATA)) == 0;
            atValue = true;
        } else if (name.length() <= DATA.length()) {
            name.append((char) (b & 0xff));
        }
        return false;
    }

    private void value(byte b) {
        if (isData && !(atValue && b == ' ')) {
            to.data(b);
        }
        atValue = false;
    }

    private boolean endLine() {
        boolean ends = lineIsEmpty;
        if (isData) {
            to.data((byte) '\n');
        }
        if (ends) {
            to.end();
        }
        name.setLength(0);
        inName = true;
        isData = false;
        lineIsEmpty = true;
        return ends;
    }
}
