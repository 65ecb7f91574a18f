package io.sallyport.leasebridge;

/** How the segments of a pattern are separated; leases have four kinds (specs: leases, section 3). */
enum PatternKind {
    /** File paths, and the paths of URLs. */
    PATH("/", "/"),
    /** Tools: {@code web.search}, {@code mcp:github/create_issue}. */
    NAME("./", "./"),
    /** Agents: a dotted name, then after the first {@code @} a version, in which a dot does not separate. */
    AGENT("./", "./@"),
    /** Models, and vendor-defined capabilities. */
    MODEL("/", "/");

    private final String separators;
    private final String stops;

    PatternKind(String separators, String stops) {
        this.separators = separators;
        this.stops = stops;
    }

    /** Returns whether {@code c} separates segments. */
    boolean isSeparator(char c, boolean inVersion) {
        return inVersion ? c == '/' : separators.indexOf(c) >= 0;
    }

    /** Returns the characters that a single star does not cross. */
    String stops(boolean inVersion) {
        return inVersion ? "/" : stops;
    }
}
