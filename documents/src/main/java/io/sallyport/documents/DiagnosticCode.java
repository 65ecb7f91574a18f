package io.sallyport.documents;

/**
 * What a {@link Diagnostic} is of, in one stable word. Whoever reads diagnostics by a program goes by it; messages may change.
 */
public enum DiagnosticCode {
    // Reading: what stands there is no document.
    /** The text begins with a byte order mark. */
    BYTE_ORDER_MARK,
    /** A name stands twice. */
    DUPLICATE_MEMBER,
    /** There is more to say than is told. */
    MORE,
    /** A member's name is too long. */
    NAME_TOO_LONG,
    /** The text is not JSON. */
    NOT_JSON,
    /** Text holds half of a surrogate pair. */
    NOT_UNICODE,
    /** The bytes are not UTF-8. */
    NOT_UTF8,
    /** The bytes of a file of a policy test are not UTF-8. */
    NOT_UTF_8,
    /** The text is not YAML, or is YAML that is not read here. */
    NOT_YAML,
    /** A number has too many characters. */
    NUMBER_TOO_LONG,
    /** Levels, bases or parents are too many. */
    TOO_DEEP,
    /** A document, or what it means, is too large. */
    TOO_LARGE,
    /** Text follows the document. */
    TRAILING_TEXT,
    /** A file holds two documents. */
    TWO_DOCUMENTS,
    /** A file cannot be read. */
    UNREADABLE,

    // Shape: something else should stand there.
    /** An entry of a list has not the form that it needs. */
    BAD_ENTRY,
    /** Data of a policy is not JSON. */
    BAD_JSON,
    /** Text is no instant. */
    BAD_TIME,
    /** A value is none of those that may stand there. */
    BAD_VALUE,
    /** Data of a policy test is not YAML. */
    BAD_YAML,
    /** Two parts of a document cannot both hold. */
    CONTRADICTION,
    /** A key has a newer name. */
    DEPRECATED,
    /** An entry stands twice in a set. */
    DUPLICATE_ENTRY,
    /** A word is no phase. */
    INVALID_PHASE,
    /** What is asked about has no canonical form. */
    INVALID_REQUEST,
    /** A key that has to be there is missing. */
    MISSING_KEY,
    /** A member that has to be there is missing. */
    MISSING_MEMBER,
    /** Something else stands where an object is wanted. */
    NOT_AN_OBJECT,
    /** Something else stands where a list is wanted. */
    NOT_A_LIST,
    /** Something else stands where a string is wanted. */
    NOT_A_STRING,
    /** A key that would be unsafe to act on. */
    NOT_SAFE,
    /** A key that is known and has no effect yet. */
    NOT_THERE_YET,
    /** A metric has no name. */
    NO_NAME,
    /** Entries are too many. */
    TOO_MANY,
    /** A key that nobody knows. */
    UNKNOWN_KEY,
    /** A member that nobody knows. */
    UNKNOWN_MEMBER,
    /** A value is of another type. */
    WRONG_TYPE,
    /** A value has not the form that it needs. */
    WRONG_VALUE,

    // Leases.
    /** An entry is no budget. */
    BAD_BUDGET,
    /** A pattern cannot be read. */
    BAD_PATTERN,
    /** A pattern covers every host. */
    BROAD_PATTERN,
    /** A pattern holds a control character. */
    CONTROL_CHARACTER,
    /** A pattern is empty. */
    EMPTY_PATTERN,
    /** A lease has expired already. */
    EXPIRED,
    /** A pattern covers nothing. */
    GRANTS_NOTHING,
    /** A lease goes beyond its parent's. */
    LEASE_SUBSET_VIOLATION,
    /** What is granted is never dialled. */
    NEVER_DIALLED,
    /** Nothing asks for what is granted. */
    NOT_ASKED_FOR,
    /** A file holds no lease. */
    NOT_A_LEASE,
    /** There is no lease. */
    NO_LEASE,
    /** A wildcard stands over a public suffix. */
    OVER_PUBLIC_SUFFIX,
    /** A pattern is too long. */
    PATTERN_TOO_LONG,
    /** A URL covers its root alone. */
    ROOT_ONLY,
    /** Patterns are too many. */
    TOO_MANY_PATTERNS,
    /** A pattern has too many wildcards. */
    TOO_MANY_WILDCARDS,
    /** A name is no capability. */
    UNKNOWN_CAPABILITY,

    // Harness files, network policies and skills.
    /** An API server did not start. */
    API_SERVER_FAILED,
    /** Text is no address block. */
    BAD_ADDRESS,
    /** Text is no host. */
    BAD_HOST,
    /** Text is no path that may stand there. */
    BAD_PATH,
    /** Text is no URL that may stand there. */
    BAD_URL,
    /** A rule holds for every program. */
    BINARIES_NOT_SEEN,
    /** An address block is very large. */
    BROAD_BLOCK,
    /** Two endpoints say different things of one target. */
    AMBIGUOUS,
    /** A base is below itself. */
    CIRCLE,
    /** Two manifests have the same id. */
    DUPLICATE_SKILL,
    /** An endpoint that is looked into grants nothing to a tunnel that is not. */
    INSPECTED,
    /** A part loosens what its base says. */
    LOOSENED,
    /** An allowlist does not cover a URL. */
    NOT_ALLOWED,
    /** A part that grants belongs to a platform that is not chosen. */
    NOT_CHOSEN,
    /** A program cannot be run. */
    NOT_EXECUTABLE,
    /** The organisation's allowlist does not cover an entry. */
    NOT_IN_ORGANISATION,
    /** The operator does not list it. */
    NOT_LISTED,
    /** A document that is named is not there. */
    NOT_OPENED,
    /** A file that is named is not there. */
    NOT_THERE,
    /** There is no allowlist. */
    NO_ALLOWLIST,
    /** There is no part for a platform. */
    NO_FORGE_PART,
    /** There is no harness. */
    NO_HARNESS,
    /** Fetching was not opted in to. */
    NO_OPT_IN,
    /** There are no paths. */
    NO_PATHS,
    /** There is no such API server. */
    NO_SERVER,
    /** A timeout is missing. */
    NO_TIMEOUT,
    /** A star covers one segment only. */
    ONE_STAR,
    /** A name differs from what it names. */
    OTHER_NAME,
    /** An endpoint means another API server. */
    OTHER_SERVER,
    /** A rule lies outside of its endpoint's path. */
    OUTSIDE_PATH,
    /** A port that may not be granted. */
    PORT_REFUSED,
    /** A name that is the gateway's. */
    RESERVED_NAME,
    /** API servers would have to start. */
    SERVERS_NEW,
    /** API servers run already. */
    SERVERS_RUN,
    /** A method that few servers know. */
    UNCOMMON_METHOD,
    /** A variable that is not set. */
    UNKNOWN_VARIABLE,
    /** A base is not there. */
    UNRESOLVED_BASE,

    // Rego.
    /** A policy has a rule allow of its own. */
    ALLOW_RULE,
    /** A compiled policy cannot be taken. */
    COMPILED_POLICY,
    /** Compiling took too much. */
    COMPILE_LIMIT,
    /** A name is no name of a Rego file. */
    FILE_NAME,
    /** A policy reads data that is not its own. */
    FOREIGN_DATA,
    /** A policy is in a package that is not its own. */
    FOREIGN_PACKAGE,
    /** A rule holds before a request is seen. */
    HOLDS_AT_CONNECT,
    /** A rule is not the set that it should be. */
    NOT_A_SET,
    /** A file is not there. */
    NO_SUCH_FILE,
    /** A title belongs to another rule. */
    TITLE_OF_ANOTHER,
    /** A title belongs to no rule. */
    TITLE_OF_NO_RULE,
    /** Files are too many. */
    TOO_MANY_FILES,

    // Changes of sandboxes.
    /** A child holds some of the budget. */
    BUDGET_HELD,
    /** A change is in force and not written. */
    NOT_DURABLE,
    /** A CA could not be made. */
    NOT_MINTED,
    /** A parent cannot be changed. */
    PARENT_FIXED,
    /** It cannot be done now. */
    UNAVAILABLE,
    /** The parent is not known. */
    UNKNOWN_PARENT
}
