package io.sallyport.policycompiler.test;

import io.sallyport.regoengine.compiler.Analysis.Coverable;
import io.sallyport.regoengine.eval.Coverage;
import io.sallyport.regoengine.plan.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parts of the files that tests reached, in the form of {@code opa test --coverage}. A rule's head is covered if
 * the rule produced a value, and an expression if it was evaluated, whatever the result. Immutable.
 *
 * @param files by name
 */
public record CoverageReport(SortedMap<String, OfFile> files) {
    public CoverageReport {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /** A range of a file; rows and columns start at 1, and the end is inclusive. */
    public record Range(int row, int column, int endRow, int endColumn) implements Comparable<Range> {
        @Override
        public int compareTo(Range other) {
            int byStart = row == other.row ? Integer.compare(column, other.column) : Integer.compare(row, other.row);
            int byEnd = endRow == other.endRow
                    ? Integer.compare(endColumn, other.endColumn)
                    : Integer.compare(endRow, other.endRow);
            return byStart == 0 ? byEnd : byStart;
        }

        boolean contains(Range other) {
            boolean starts = row < other.row || (row == other.row && column <= other.column);
            boolean ends = endRow > other.endRow || (endRow == other.endRow && endColumn >= other.endColumn);
            return starts && ends;
        }
    }

    /** The coverage of one file; both lists are sorted. */
    public record OfFile(List<Range> covered, List<Range> notCovered) {
        public OfFile {
            covered = List.copyOf(covered);
            notCovered = List.copyOf(notCovered);
        }

        public int coveredLines() {
            return lines(covered);
        }

        public int notCoveredLines() {
            return lines(notCovered);
        }

        /** Returns the percentage of the lines that contain something to cover, 0 to 100. */
        public double percent() {
            return CoverageReport.percent(coveredLines(), notCoveredLines());
        }

        private static int lines(List<Range> ranges) {
            Set<Integer> rows = new HashSet<>();
            for (Range range : ranges) {
                for (int row = range.row(); row <= range.endRow(); row++) {
                    rows.add(row);
                }
            }
            return rows.size();
        }
    }

    public int coveredLines() {
        return files.values().stream().mapToInt(OfFile::coveredLines).sum();
    }

    public int notCoveredLines() {
        return files.values().stream().mapToInt(OfFile::notCoveredLines).sum();
    }

    /** Returns the percentage over all files, 0 to 100. */
    public double percent() {
        return percent(coveredLines(), notCoveredLines());
    }

    private static double percent(int covered, int notCovered) {
        return covered + notCovered == 0 ? 0 : 100.0 * covered / (covered + notCovered);
    }

    /**
     * Compares {@code coverable} with what was reached, for the files in {@code names} only. An expression that begins
     * where the head does ({@code else if x}), or that the planner removed ({@code true}), counts with its rule.
     */
    static CoverageReport of(List<Coverable> coverable, Coverage coverage, Set<String> names) {
        Set<Integer> made = new HashSet<>();
        Set<Position> heads = new HashSet<>();
        for (Coverable part : coverable) {
            if (part.head()) {
                heads.add(at(part));
                if (coverage.isMade(at(part))) {
                    made.add(part.rule());
                }
            }
        }
        var covered = new TreeMap<String, Set<Range>>();
        var others = new TreeMap<String, Set<Range>>();
        for (Coverable part : coverable) {
            if (names.contains(part.file())) {
                boolean withRule = heads.contains(at(part)) || !coverage.isPlanned(at(part));
                boolean reached = withRule ? made.contains(part.rule()) : coverage.isReached(at(part));
                var into = reached ? covered : others;
                into.computeIfAbsent(part.file(), file -> new TreeSet<>())
                        .add(new Range(part.row(), part.column(), part.endRow(), part.endColumn()));
            }
        }
        var files = new TreeMap<String, OfFile>();
        for (String name : names) {
            Set<Range> there = covered.getOrDefault(name, Set.of());
            List<Range> rest = new ArrayList<>(others.getOrDefault(name, Set.of()));
            rest.removeIf(range -> there.stream().anyMatch(wider -> wider.contains(range)));
            files.put(name, new OfFile(List.copyOf(there), rest));
        }
        return new CoverageReport(files);
    }

    private static Position at(Coverable part) {
        return new Position(part.file(), part.row(), part.column());
    }
}
