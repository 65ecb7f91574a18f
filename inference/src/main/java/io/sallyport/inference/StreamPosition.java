package io.sallyport.inference;

import java.util.regex.Pattern;

/** Where a stream is: what its end must repeat or close. Confined to one thread. */
final class StreamPosition {
    /** Ids that can be repeated as they are, in JSON. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:/@+-]{1,200}");

    private static final long MAX_CHOICES = 128;

    private final ModelOperation operation;
    private String id = "";
    private String model = "";
    private String type = "";
    private long index;
    private long highest;
    private boolean blockIsOpen;
    private long openBlock;
    private boolean begun;
    private boolean finished;

    StreamPosition(ModelOperation operation) {
        this.operation = operation;
    }

    void index(long number) {
        index = number;
        highest = Math.max(highest, Math.min(number, MAX_CHOICES - 1));
    }

    void word(AnswerValue says, String word) {
        if (says == AnswerValue.FINISH) {
            finished = true;
        } else if (says == AnswerValue.TYPE) {
            type = word;
        } else if (ID.matcher(word).matches()) {
            id = says == AnswerValue.ID && id.isEmpty() ? word : id;
            model = says == AnswerValue.MODEL && model.isEmpty() ? word : model;
        }
    }

    void documentEnd() {
        begun = true;
        if (operation.api() == ModelApi.ANTHROPIC) {
            switch (type) {
                case "content_block_start" -> {
                    blockIsOpen = true;
                    openBlock = index;
                }
                case "content_block_stop" -> blockIsOpen = false;
                case "message_stop" -> finished = true;
                default -> {}
            }
        }
        type = "";
    }

    /** Returns whether an event has come. */
    boolean isBegun() {
        return begun;
    }

    /** Returns whether the stream has said why it ended. */
    boolean isFinished() {
        return finished;
    }

    String id() {
        return id.isEmpty() ? "ended" : id;
    }

    String model() {
        return model.isEmpty() ? "unknown" : model;
    }

    /** Returns how many answers the stream carries. */
    int choices() {
        return (int) highest + 1;
    }

    boolean blockIsOpen() {
        return blockIsOpen;
    }

    long openBlock() {
        return openBlock;
    }
}
