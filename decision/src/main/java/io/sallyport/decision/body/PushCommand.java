package io.sallyport.decision.body;

/**
 * One command of a push: a ref that it creates, moves or deletes. Immutable.
 *
 * @param name the ref's whole name
 * @param before the object's id that the ref has, in hex; zeros if the push creates it
 * @param after the object's id that the ref gets, in hex; zeros if the push deletes it
 */
record PushCommand(String name, String before, String after) {
    boolean isCreation() {
        return isZero(before);
    }

    boolean isDeletion() {
        return isZero(after);
    }

    private static boolean isZero(String object) {
        return object.chars().allMatch(c -> c == '0');
    }
}
