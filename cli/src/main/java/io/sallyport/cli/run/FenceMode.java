package io.sallyport.cli.run;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Whether a run's command gets a network of its own. */
public enum FenceMode {
    /** It does, or is not started. */
    ON,
    /** It does not. */
    OFF,
    /** It does if the machine lets it; else the user is told why not. */
    AUTO;

    /** Reads the words of the command line. */
    public static final class Converter implements ITypeConverter<FenceMode> {
        @Override
        public FenceMode convert(String word) {
            return switch (word) {
                case "on" -> ON;
                case "off" -> OFF;
                case "auto" -> AUTO;
                default -> throw new TypeConversionException("'" + word + "' is not on, off or auto");
            };
        }
    }
}
