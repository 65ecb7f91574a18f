package io.sallyport.leasebridge;

/** What separates the segments of a pattern; leases have four ways (specs: leases, section 3). */
enum PatternKind {
    /** File paths, and the paths of URLs. */
    PATH("/", "/"),
    /** Tools: {@code web.search}, {@code mcp:github/create_issue}. */
    NAME("./", "./"),
    /** Agents: a dotted name, and after the first {@code @} a version, in which a dot separates nothing. */
    AGENT("./", "./@"),
    /** Models, and what vendors define. */
    MODEL("/", "/");

    private final String separators;
    private final String stops;

    PatternKind(String separators, String stops) {
        this.separators = separators;
        this.stops = stops;
    }

    /** Whether {@code c} separates segments. */
    boolean isSeparator(char c, boolean inVersion) {
        return inVersion ? c == '/' : separators.indexOf(c) >= 0;
    }

    /** The characters that a single star does not cross. */
    String stops(boolean inVersion) {
        return inVersion ? "/" : stops;
    }
}
