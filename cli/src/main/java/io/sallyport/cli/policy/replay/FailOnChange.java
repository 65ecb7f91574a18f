package io.sallyport.cli.policy.replay;

import io.sallyport.control.replay.ReplayedChange;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The changes that fail a replay. Immutable. */
public record FailOnChange(Set<ReplayedChange> changes) {
    public FailOnChange {
        changes = Set.copyOf(changes);
    }

    /** Parses the words of {@code --fail-on}. */
    public static final class Converter implements ITypeConverter<FailOnChange> {
        @Override
        public FailOnChange convert(String word) {
            return switch (word) {
                case "newly-allowed" -> new FailOnChange(Set.of(ReplayedChange.NEWLY_ALLOWED));
                case "newly-refused" -> new FailOnChange(Set.of(ReplayedChange.NEWLY_REFUSED));
                case "any" -> new FailOnChange(Set.of(ReplayedChange.NEWLY_ALLOWED, ReplayedChange.NEWLY_REFUSED));
                default ->
                    throw new TypeConversionException("'" + word + "' (expected: newly-allowed, newly-refused or any)");
            };
        }
    }
}
