package io.sallyport.model;

/** What becomes of the messages of a WebSocket, from the loosest to the tightest. */
public enum MessageReading {
    /** No rule reads them: they pass as they come. */
    UNREAD,
    /** Rules in report mode alone read them: they are asked of each message, and it passes whatever they say. */
    REPORTED,
    /** A rule reads them: each is judged before a byte of it goes on. */
    JUDGED;

    /** Returns the tighter of both. */
    public MessageReading and(MessageReading other) {
        return compareTo(other) < 0 ? other : this;
    }
}
