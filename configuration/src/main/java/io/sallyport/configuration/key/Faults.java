package io.sallyport.configuration.key;

import io.sallyport.documents.Findings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The faults of one configuration, so that its author hears of all of them at once. What is wrong is read as if it were
 * missing; {@link #end} refuses the whole. Confined to one read.
 */
public final class Faults {
    private static final Comparator<ConfigException> IN_ORDER = Comparator.<ConfigException>comparingInt(
                    fault -> fault.place().line())
            .thenComparingInt(fault -> fault.place().column());

    private final List<ConfigException> faults = new ArrayList<>();
    private int leftOut;

    /** Reads a part of the configuration whose values may contradict each other. */
    public interface Part<T> {
        T read() throws ConfigException;
    }

    /**
     * Reads a part now. Where it has faults of single values, a contradiction may be their consequence and is not
     * reported.
     *
     * @return the part; to be asked only after {@link #end}
     */
    public <T> Supplier<T> in(Part<T> part) {
        int before = faults.size() + leftOut;
        try {
            T read = part.read();
            return () -> read;
        } catch (ConfigException e) {
            if (faults.size() + leftOut == before) {
                add(e);
            }
            return () -> {
                throw new IllegalStateException("a part with faults", e);
            };
        }
    }

    public void add(ConfigException fault) {
        if (faults.size() < Findings.MAX) {
            faults.add(fault);
        } else {
            leftOut++;
        }
    }

    /** Refuses a configuration with faults: one line for each, in the order of the file. */
    public void end() throws ConfigException {
        if (!faults.isEmpty()) {
            String lines = faults.stream()
                    .sorted(IN_ORDER)
                    .map(ConfigException::getMessage)
                    .collect(Collectors.joining("\n"));
            throw new ConfigException(leftOut == 0 ? lines : lines + "\n" + leftOut + " more are not shown");
        }
    }
}
