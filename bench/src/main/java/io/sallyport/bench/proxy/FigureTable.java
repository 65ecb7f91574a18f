package io.sallyport.bench.proxy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints the figures as a Markdown table: medians, with the spread and the ratio to the first contender in brackets.
 */
final class FigureTable {
    private final List<String> names;

    FigureTable(List<String> names) {
        this.names = names;
    }

    String head() {
        return "| processor time of the proxy | " + String.join(" | ", names) + " |\n|---|"
                + "---|".repeat(names.size());
    }

    /** Returns one row; contenders without a sample have a dash. */
    String line(Row row, int clients, Map<String, List<Sample>> samples) {
        double first = cost(samples.get(names.getFirst()));
        String title = row.isByClients() ? row.title() + ", clients: " + clients : row.title();
        return "| " + title + " | "
                + names.stream()
                        .map(name -> cell(row, samples.get(name), first))
                        .collect(Collectors.joining(" | "))
                + " |";
    }

    private static String cell(Row row, @Nullable List<Sample> samples, double first) {
        if (samples == null || samples.isEmpty()) {
            return "-";
        }
        double cost = cost(samples);
        double allocated = Sample.median(samples, Sample::allocated);
        return format(cost) + " " + row.unit() + " [" + format(Sample.lowest(samples)) + " to "
                + format(Sample.highest(samples)) + "], " + format(cost / first) + "x, "
                + format(Sample.median(samples, Sample::rate)) + row.rateUnit()
                + (allocated == 0 ? "" : ", " + format(allocated / 1024) + " KiB allocated")
                + counted(samples.stream().mapToInt(Sample::refused).sum(), " answered 429")
                + counted(samples.stream().mapToInt(Sample::errors).sum(), " in error");
    }

    private static String counted(int count, String what) {
        return count == 0 ? "" : ", " + count + what;
    }

    private static double cost(@Nullable List<Sample> samples) {
        return samples == null || samples.isEmpty() ? Double.NaN : Sample.median(samples, Sample::cost);
    }

    /** Returns a row of memory: KiB per connection, or null if there is no figure. */
    String memory(String title, List<@Nullable Double> kib) {
        return "| " + title + " | "
                + kib.stream()
                        .map(value -> value == null ? "-" : format(value) + " KiB")
                        .collect(Collectors.joining(" | "))
                + " |";
    }

    private static String format(double value) {
        int digits = value < 10 ? 2 : value < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
