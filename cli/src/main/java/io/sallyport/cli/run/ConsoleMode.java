package io.sallyport.cli.run;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Whether a run has a console, and until when. */
public enum ConsoleMode {
    /** It has none. */
    NONE("none"),
    /** Until its command ends. */
    RUN("run"),
    /** Until a signal ends it, so that one can read what happened. */
    KEEP("keep");

    /** The word of {@link #RUN}. */
    public static final String RUN_WORD = "run";

    private final String word;

    ConsoleMode(String word) {
        this.word = word;
    }

    /** Reads the words of the command line. */
    public static final class Converter implements ITypeConverter<ConsoleMode> {
        @Override
        public ConsoleMode convert(String word) {
            for (ConsoleMode mode : values()) {
                if (mode.word.equals(word)) {
                    return mode;
                }
            }
            throw new TypeConversionException("'" + word + "' is not none, run or keep");
        }
    }
}
