package io.sallyport.inference;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/**
 * Reads what a call used from the bytes of its answer, as they come. Holds a few hundred bytes whatever the size of the
 * answer, and none of its text. Confined to one thread.
 */
public final class UsageReader {
    /** The maximum number of tokens that an answer is believed to say. */
    private static final long MAX_TOKENS = 1_000_000_000;

    private final ModelOperation operation;
    private final AnswerForm form;
    private final AnswerScan scan;
    private final EventFraming framing;
    private final TokenEstimate written = new TokenEstimate();
    private final Map<AnswerValue, Long> said = new EnumMap<>(AnswerValue.class);
    private final StreamPosition position;
    private long taken;
    private long border;

    private UsageReader(ModelOperation operation, AnswerForm form) {
        this.operation = operation;
        this.form = form;
        this.position = new StreamPosition(operation);
        this.scan = new AnswerScan(AnswerPath.of(operation), new SaidValues());
        this.framing = new EventFraming(new EventData());
    }

    /** Returns a reader for one answer with status 200. */
    public static UsageReader of(ModelOperation operation, AnswerForm form) {
        return new UsageReader(operation, form);
    }

    /** Takes the next bytes of the answer, without content coding; the buffer's position stays. */
    public void accept(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            byte b = bytes.get(i);
            taken++;
            switch (form) {
                case JSON -> scan.accept(b);
                case EVENTS -> border = framing.accept(b) ? taken : border;
                case LINES -> {
                    scan.accept(b);
                    border = b == '\n' && scan.isBetween() ? taken : border;
                }
            }
        }
    }

    /**
     * Returns the number of bytes up to the end of the last whole event or line: a stream can be ended there by {@link
     * StreamEnd}, in front of all that came after. 0 where the answer is one document.
     */
    public long lastBorder() {
        return border;
    }

    /** Returns the tokens of output so far: what the answer says, or the estimate of its text, whichever is more. */
    public long outputSoFar() {
        return Math.max(saidOutput(), written.tokens());
    }

    /** Returns whether the answer has said what was used, all of it. */
    public boolean isSaid() {
        return said.containsKey(operation.generates() ? AnswerValue.OUTPUT : AnswerValue.INPUT)
                && (operation.api() != ModelApi.GEMINI || position.isFinished() || !operation.generates());
    }

    /**
     * Returns what was used, as far as the answer came.
     *
     * @param estimatedInput tokens, for an answer that says nothing of its input
     */
    public ModelUsage usage(long estimatedInput) {
        long cached = says(AnswerValue.CACHED) + says(AnswerValue.CACHE_READ);
        long anew = says(AnswerValue.CACHED_ANEW) + says(AnswerValue.CACHE_WRITE);
        boolean saysInput = said.containsKey(AnswerValue.INPUT);
        long input = saysInput
                ? says(AnswerValue.INPUT)
                        + says(AnswerValue.TOOL_INPUT)
                        + says(AnswerValue.CACHE_READ)
                        + says(AnswerValue.CACHE_WRITE)
                : estimatedInput;
        return new ModelUsage(input, isSaid() ? saidOutput() : outputSoFar(), cached, anew, !isSaid() || !saysInput);
    }

    private long saidOutput() {
        return Math.max(says(AnswerValue.OUTPUT), says(AnswerValue.FIRST_OUTPUT)) + says(AnswerValue.THOUGHTS);
    }

    private long says(AnswerValue value) {
        return said.getOrDefault(value, 0L);
    }

    /** Returns where the stream is, for its end. */
    StreamPosition position() {
        return position;
    }

    ModelOperation operation() {
        return operation;
    }

    AnswerForm form() {
        return form;
    }

    private final class EventData implements EventFraming.Data {
        @Override
        public void data(byte next) {
            scan.accept(next);
        }

        @Override
        public void end() {
            scan.reset();
        }
    }

    private final class SaidValues implements AnswerSink {
        @Override
        public void text(byte next) {
            written.add(next);
        }

        @Override
        public void number(AnswerValue says, long number) {
            if (says == AnswerValue.INDEX) {
                position.index(number);
            } else {
                // Later events of a stream say what was used so far, never less than earlier ones.
                said.merge(says, Math.min(number, MAX_TOKENS), Math::max);
            }
        }

        @Override
        public void word(AnswerValue says, String word) {
            position.word(says, word);
        }

        @Override
        public void documentEnd() {
            position.documentEnd();
        }
    }
}
