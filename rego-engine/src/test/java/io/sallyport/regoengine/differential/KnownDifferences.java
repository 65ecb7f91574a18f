package io.sallyport.regoengine.differential;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Accepted differences: lines of an engine, a fragment of the module, and the reason. */
final class KnownDifferences {
    private final List<Line> lines;
    private final TreeSet<String> used = new TreeSet<>();

    private record Line(String engine, String fragment) {
        boolean covers(String asked, String module) {
            return (engine.equals("all") || engine.equals(asked)) && module.contains(fragment);
        }
    }

    private KnownDifferences(List<Line> lines) {
        this.lines = lines;
    }

    static KnownDifferences read() {
        try (InputStream in = Objects.requireNonNull(
                KnownDifferences.class.getResourceAsStream("/differential/known-differences.txt"))) {
            return new KnownDifferences(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .map(parts -> new Line(parts[0].strip(), parts[1].strip()))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the answer of {@code engine} for {@code module} may differ. */
    boolean covers(String engine, String module) {
        for (Line line : lines) {
            if (line.covers(engine, module)) {
                used.add(line.toString());
                return true;
            }
        }
        return false;
    }

    List<String> unused() {
        return lines.stream()
                .map(Line::toString)
                .filter(line -> !used.contains(line))
                .toList();
    }
}
