package io.sallyport.regoengine.compiler;

import java.util.List;

/**
 * What one file declares, so that a caller can check its package and the names that it defines.
 *
 * @param file name of the file
 * @param packagePath below {@code data}: {@code package a.b} is {@code [a, b]}
 * @param row of the package clause, from 1
 * @param column of the package clause, from 1
 * @param rules each definition separately, in the order of the file
 */
public record ModuleFacts(String file, List<String> packagePath, int row, int column, List<RuleFacts> rules) {
    public ModuleFacts {
        packagePath = List.copyOf(packagePath);
        rules = List.copyOf(rules);
    }

    /** Returns whether the package is {@code root} or below it. */
    public boolean isWithin(List<String> root) {
        return Paths.isWithin(packagePath, root);
    }

    /**
     * The head of one rule.
     *
     * @param name the first part of the head's reference, which is the name that the package exports
     * @param reference the whole reference, as written: {@code allow}, {@code limits.rate}, {@code routes[host]}
     * @param said what its annotations say
     */
    public record RuleFacts(String name, String reference, Kind kind, int row, int column, Said said) {}

    /**
     * The annotations of one rule (those of scope {@code rule}). Each part is empty if absent.
     *
     * @param of the rule's name for the element that it adds to a set: {@code no-gist} for {@code contains {"rule":
     *     "no-gist"}}
     */
    public record Said(String of, String title, String description) {
        /** No annotations. */
        public static final Said NOTHING = new Said("", "", "");
    }

    /** What a rule defines. */
    public enum Kind {
        /** {@code deny contains x}. */
        SET,
        /** {@code f(x) := y}. */
        FUNCTION,
        /** Anything else: {@code x := y}, {@code x if ...}, {@code x[k] := v}. */
        VALUE
    }
}
