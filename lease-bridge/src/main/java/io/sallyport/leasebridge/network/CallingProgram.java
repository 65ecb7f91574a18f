package io.sallyport.leasebridge.network;

import com.google.re2j.Pattern;
import io.sallyport.leasebridge.network.glob.PathGlob;
import io.sallyport.model.text.Parsed;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The program that opens a connection (specs: network policy, section 3). Its command line says nothing: anybody can
 * write it. Immutable.
 *
 * @param executable absolute path
 * @param ancestors the executables of the processes that it descends from
 */
public record CallingProgram(String executable, List<String> ancestors) {
    public CallingProgram {
        ancestors = List.copyOf(ancestors);
    }

    /**
     * Returns whether one of {@code patterns} covers the executable or an ancestor: literally, or, if it has a star, as
     * a glob over the path.
     */
    boolean isCoveredBy(Collection<String> patterns) {
        return patterns.stream().anyMatch(this::isCoveredBy);
    }

    private boolean isCoveredBy(String pattern) {
        Stream<String> paths = Stream.concat(Stream.of(executable), ancestors.stream());
        if (pattern.indexOf('*') < 0) {
            return paths.anyMatch(pattern::equals);
        }
        return switch (PathGlob.all(pattern)) {
            case Parsed.Rejected<List<PathGlob>> _ -> false;
            case Parsed.Accepted<List<PathGlob>>(List<PathGlob> globs) -> {
                List<Pattern> expressions =
                        globs.stream().map(glob -> Pattern.compile(glob.re2())).toList();
                yield paths.anyMatch(path -> expressions.stream().anyMatch(expression -> expression.matches(path)));
            }
        };
    }
}
