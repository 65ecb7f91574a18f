package io.sallyport.documents;

/**
 * What a {@link Diagnostic} is about, as a stable word. Programs that process diagnostics rely on it; messages may
 * change.
 */
public enum DiagnosticCode {
    // Reading: the text is not a document.
    /** The text begins with a byte order mark. */
    BYTE_ORDER_MARK,
    /** A name occurs twice. */
    DUPLICATE_MEMBER,
    /** There are more diagnostics than are reported. */
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
    /** The text is not YAML, or uses YAML features that are not supported. */
    NOT_YAML,
    /** A number has too many characters. */
    NUMBER_TOO_LONG,
    /** Too many levels, bases or parents. */
    TOO_DEEP,
    /** A document, or its expansion, is too large. */
    TOO_LARGE,
    /** Text follows the document. */
    TRAILING_TEXT,
    /** A file holds two documents. */
    TWO_DOCUMENTS,
    /** A file cannot be read. */
    UNREADABLE,

    // Shape: the document has another form than expected.
    /** An entry of a list does not have the required form. */
    BAD_ENTRY,
    /** Data of a policy is not JSON. */
    BAD_JSON,
    /** A text is not an instant. */
    BAD_TIME,
    /** A value is not one of those permitted. */
    BAD_VALUE,
    /** Data of a policy test is not YAML. */
    BAD_YAML,
    /** Two parts of a document contradict each other. */
    CONTRADICTION,
    /** A key has a newer name. */
    DEPRECATED,
    /** An entry occurs twice in a set. */
    DUPLICATE_ENTRY,
    /** An identity token proves nothing: its signature, issuer, audience or time is wrong. */
    IDENTITY_TOKEN,
    /** A word is not a phase. */
    INVALID_PHASE,
    /** The request in question has no canonical form. */
    INVALID_REQUEST,
    /** A required key is missing. */
    MISSING_KEY,
    /** A required member is missing. */
    MISSING_MEMBER,
    /** An object is expected. */
    NOT_AN_OBJECT,
    /** A list is expected. */
    NOT_A_LIST,
    /** A string is expected. */
    NOT_A_STRING,
    /** A key that would be unsafe to act on. */
    NOT_SAFE,
    /** A key that is known but not supported yet. */
    NOT_THERE_YET,
    /** A metric has no name. */
    NO_NAME,
    /** There are too many entries. */
    TOO_MANY,
    /** A key is unknown. */
    UNKNOWN_KEY,
    /** A member is unknown. */
    UNKNOWN_MEMBER,
    /** A value is of another type. */
    WRONG_TYPE,
    /** A value does not have the required form. */
    WRONG_VALUE,

    // Leases.
    /** An entry is not a budget. */
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
    /** A lease exceeds its parent's. */
    LEASE_SUBSET_VIOLATION,
    /** The granted target is never dialled. */
    NEVER_DIALLED,
    /** The grant matches nothing that the documents request. */
    NOT_ASKED_FOR,
    /** A file holds no lease. */
    NOT_A_LEASE,
    /** There is no lease. */
    NO_LEASE,
    /** A wildcard is directly below a public suffix. */
    OVER_PUBLIC_SUFFIX,
    /** A pattern is too long. */
    PATTERN_TOO_LONG,
    /** A URL covers only its root. */
    ROOT_ONLY,
    /** There are too many patterns. */
    TOO_MANY_PATTERNS,
    /** A pattern has too many wildcards. */
    TOO_MANY_WILDCARDS,
    /** A name is not a capability. */
    UNKNOWN_CAPABILITY,

    // Harness files, network policies and skills.
    /** An API server did not start. */
    API_SERVER_FAILED,
    /** A text is not an address block. */
    BAD_ADDRESS,
    /** A text is not a host. */
    BAD_HOST,
    /** A text is not a permitted path. */
    BAD_PATH,
    /** A text is not a permitted URL. */
    BAD_URL,
    /** A rule applies to every program. */
    BINARIES_NOT_SEEN,
    /** An address block is very large. */
    BROAD_BLOCK,
    /** Two endpoints contradict each other for one target. */
    AMBIGUOUS,
    /** A base includes itself. */
    CIRCLE,
    /** Two manifests have the same id. */
    DUPLICATE_SKILL,
    /** The dialect of network policies accepts what the strict one refuses. */
    RELAXED,
    /** An inspected endpoint grants nothing to a tunnel that is not inspected. */
    INSPECTED,
    /** A part loosens its base. */
    LOOSENED,
    /** An allowlist does not cover a URL. */
    NOT_ALLOWED,
    /** A part that grants something belongs to a platform that is not selected. */
    NOT_CHOSEN,
    /** A program cannot be run. */
    NOT_EXECUTABLE,
    /** The organisation's allowlist does not cover an entry. */
    NOT_IN_ORGANISATION,
    /** The operator's configuration does not list it. */
    NOT_LISTED,
    /** A referenced document was not provided. */
    NOT_OPENED,
    /** A referenced file does not exist. */
    NOT_THERE,
    /** There is no allowlist. */
    NO_ALLOWLIST,
    /** A setting that the protocol of an endpoint ignores. */
    NO_EFFECT,
    /** There is no part for a platform. */
    NO_FORGE_PART,
    /** There is no harness. */
    NO_HARNESS,
    /** Fetching was not opted in to. */
    NO_OPT_IN,
    /** There are no paths. */
    NO_PATHS,
    /** The API server does not exist. */
    NO_SERVER,
    /** A timeout is missing. */
    NO_TIMEOUT,
    /** A grant of another product is imported in part. */
    NARROWED,
    /** A pattern of another product has no equivalent here that covers the same. */
    NOT_EXACT,
    /** What an endpoint refuses is recorded, and passes. */
    NOT_ENFORCED,
    /** A star covers one segment only. */
    ONE_STAR,
    /** A name differs from what it names. */
    OTHER_NAME,
    /** An endpoint refers to another API server. */
    OTHER_SERVER,
    /** A rule is outside of its endpoint's path. */
    OUTSIDE_PATH,
    /** A port that may not be granted. */
    PORT_REFUSED,
    /** The name is reserved for the gateway. */
    RESERVED_NAME,
    /** API servers would have to be started. */
    SERVERS_NEW,
    /** API servers are already running. */
    SERVERS_RUN,
    /** A method that few servers support. */
    UNCOMMON_METHOD,
    /** A variable that is not set. */
    UNKNOWN_VARIABLE,
    /** A base does not exist. */
    UNRESOLVED_BASE,

    // Rego.
    /** A policy defines its own rule {@code allow}. */
    ALLOW_RULE,
    /** A compiled policy cannot be used. */
    COMPILED_POLICY,
    /** Compilation exceeded a limit. */
    COMPILE_LIMIT,
    /** A name is not a valid name for a Rego file. */
    FILE_NAME,
    /** A policy reads data that is not its own. */
    FOREIGN_DATA,
    /** A policy is in a package that is not its own. */
    FOREIGN_PACKAGE,
    /** A rule holds before a request is seen. */
    HOLDS_AT_CONNECT,
    /** A loop over a list may take more steps than an evaluation has. */
    LONG_LOOP,
    /** A deny has no name or no message. */
    MALFORMED_DENY,
    /** A rule ends at a CONNECT, so that no tunnel is opened for it. */
    MISSES_TUNNELS,
    /** A condition does not hold where the member that it reads is missing, so that a request passes without it. */
    MISSING_PASSES,
    /** A field is compared with a value that it never has. */
    NEVER_EQUAL,
    /** The conditions of a rule exclude each other. */
    NEVER_TRUE,
    /** A rule is not a set as required. */
    NOT_A_SET,
    /** A file does not exist. */
    NO_SUCH_FILE,
    /** A rule opens every tunnel. */
    OPENS_TUNNELS,
    /** Data differ from their JSON Schema. */
    SCHEMA_MISMATCH,
    /** A title belongs to another rule. */
    TITLE_OF_ANOTHER,
    /** A title belongs to no rule. */
    TITLE_OF_NO_RULE,
    /** There are too many files. */
    TOO_MANY_FILES,
    /** A field of {@code input} does not exist. */
    UNKNOWN_FIELD,
    /** A list of {@code data.lists} was not provided. */
    UNKNOWN_LIST,
    /** A deny has a mode that does not exist. */
    UNKNOWN_MODE,
    /** An obligation does not exist. */
    UNKNOWN_OBLIGATION,
    /** A rate is not configured. */
    UNKNOWN_RATE,
    /** An annotation describes what has no schema of the author's. */
    UNKNOWN_SCHEMA,
    /** A rule reads a field that refuses requests. */
    UNREADABLE_FIELD,
    /** Nothing reads a rule, or calls a function. */
    UNREAD_RULE,
    /** A variable is declared and not used. */
    UNUSED_LOCAL,
    /** A rule reads the value of a header of which only the presence is shown. */
    WITHHELD_HEADER,

    // What loads and is hardly meant; reported by lint alone.
    /** A rule of guardrails holds for every question. */
    ALWAYS_HOLDS,
    /** A granted name stands for an address that whoever writes the name chooses. */
    ANY_ADDRESS_HOST,
    /** A credential may go to more requests than are likely meant. */
    CREDENTIAL_BROAD,
    /** A granted host resolves names over HTTPS. */
    DNS_OVER_HTTPS,
    /** A rule of guardrails holds for no question. */
    NEVER_HOLDS,
    /** A granted host passes on what it receives to whoever asks. */
    RELAY_HOST,
    /** Another line of the same document grants all that a line grants. */
    SHADOWED,
    /** A denial, or another document, leaves nothing of what a line grants. */
    UNREACHABLE,
    /** A granted host publishes or stores what anybody sends to it. */
    UPLOAD_HOST,

    // Changes of sandboxes.
    /** A child holds a part of the budget. */
    BUDGET_HELD,
    /** A change is in force but not written to disk. */
    NOT_DURABLE,
    /** A CA could not be made. */
    NOT_MINTED,
    /** The parent of a sandbox cannot be changed. */
    PARENT_FIXED,
    /** The change cannot be made now. */
    UNAVAILABLE,
    /** The parent is unknown. */
    UNKNOWN_PARENT,

    /** A child is not in its parent's workspace. */
    OTHER_WORKSPACE,

    /** A sandbox was put again in another workspace. */
    WORKSPACE_FIXED,

    /** The configuration requires a workspace, and none is named. */
    WORKSPACE_REQUIRED,

    /** There is no workspace of that id. */
    UNKNOWN_WORKSPACE
}
