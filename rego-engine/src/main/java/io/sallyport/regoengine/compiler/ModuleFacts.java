package io.sallyport.regoengine.compiler;

import java.util.List;

/**
 * What one file declares, so that a caller can tell whose package it stands in and which names it defines.
 *
 * @param file name of the file
 * @param packagePath below {@code data}: {@code package a.b} is {@code [a, b]}
 * @param row of the package clause, from 1
 * @param column of the package clause, from 1
 * @param rules each definition by itself, in the order of the file
 */
public record ModuleFacts(String file, List<String> packagePath, int row, int column, List<RuleFacts> rules) {
    public ModuleFacts {
        packagePath = List.copyOf(packagePath);
        rules = List.copyOf(rules);
    }

    /** Whether the package is {@code root} or one below it. */
    public boolean isWithin(List<String> root) {
        return Paths.isWithin(packagePath, root);
    }

    /**
     * The head of one rule.
     *
     * @param name the first part of the head's reference, the name that the package exports
     * @param reference the whole of it, as written: {@code allow}, {@code limits.rate}, {@code routes[host]}
     * @param said what its annotations say
     */
    public record RuleFacts(String name, String reference, Kind kind, int row, int column, Said said) {}

    /**
     * What the annotations of one rule (those of scope {@code rule}) say. Each is empty where it is not there.
     *
     * @param of how the rule names what it puts into a set: of {@code contains {"rule": "no-gist"}}, {@code no-gist}
     */
    public record Said(String of, String title, String description) {
        /** Nothing. */
        public static final Said NOTHING = new Said("", "", "");
    }

    /** What a rule makes. */
    public enum Kind {
        /** {@code deny contains x}. */
        SET,
        /** {@code f(x) := y}. */
        FUNCTION,
        /** Anything else: {@code x := y}, {@code x if ...}, {@code x[k] := v}. */
        VALUE
    }
}
