package io.sallyport.audit.chain;

/** The result of a verification. */
public sealed interface ChainVerdict {
    /**
     * Every line is as it was written, and none is missing between the first and the last.
     *
     * @param cutOff how many of the lines a crash cut off; the line after each confirms it
     * @param begins the previous hash in the first line: {@link Chain#BEGINNING} if the log begins here
     * @param last the hash of the last line
     */
    record Whole(long lines, long cutOff, String begins, String last) implements ChainVerdict {}

    /**
     * A line was changed, added, moved or removed, or is damaged.
     *
     * @param file the name given by the caller
     * @param line the number of the line in that file, from 1; 0 if it is about the file as a whole
     * @param offset of the line's first byte in the file
     */
    record Broken(String file, long line, long offset, Fault fault) implements ChainVerdict {}

    /** What is wrong with a line. */
    enum Fault {
        CHANGED("its hash is not that of its content"),
        OUT_OF_PLACE("it was not written after the line before it: lines were taken out, added or moved"),
        MISNUMBERED("its number does not follow that of the line before"),
        FOREIGN("it bears no hash, and the line after it does not count on it"),
        CUT_OFF("it has no end: a crash or an edit cut it off (a gateway that starts again goes on after it)"),
        TOO_LONG("it is longer than any line of the log"),
        SEGMENT_MISSING("a segment before it is missing, and no record says that retention removed it"),
        MANIFEST_MISSING("the segment has no manifest, but a later one has"),
        MANIFEST_OUT_OF_PLACE("the manifest does not follow that of the segment before"),
        CONTENT_DIFFERS("the segment does not hold what its manifest says"),
        FORGED("it is damaged, or not signed by the key that was given"),
        UNSIGNED("no closed segment is signed by the key that was given"),
        LAST_MISSING("no line bears the hash that was given as a later one: the end was taken off");

        private final String text;

        Fault(String text) {
            this.text = text;
        }

        /** Returns one sentence without its full stop. */
        public String text() {
            return text;
        }
    }
}
