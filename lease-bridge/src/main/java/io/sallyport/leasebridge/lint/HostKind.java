package io.sallyport.leasebridge.lint;

import io.sallyport.documents.DiagnosticCode;

/** Why a host is in the list of known hosts, and what is said of a grant that reaches it. */
public enum HostKind {
    /** A tunnel, or an endpoint for a short time: what it receives, anybody may read. */
    RELAY(
            "relay",
            DiagnosticCode.RELAY_HOST,
            "passes on what it receives to whoever asks",
            "remove it, or name a host of your own"),
    /** A site that publishes or stores what anybody sends. */
    UPLOAD(
            "upload",
            DiagnosticCode.UPLOAD_HOST,
            "keeps what anybody sends to it, and requests that write are granted",
            "grant GET and HEAD alone, in a network policy, or remove it"),
    /** A resolver over HTTPS. */
    DNS_OVER_HTTPS(
            "dns-over-https",
            DiagnosticCode.DNS_OVER_HTTPS,
            "resolves names over HTTPS, past the gateway's own name servers",
            "remove it: the gateway resolves every name"),
    /** A zone in which a name says the address that it stands for. */
    ANY_ADDRESS(
            "any-address",
            DiagnosticCode.ANY_ADDRESS_HOST,
            "stands for the address that is written in the name",
            "name the host itself, or its address in allowed_ips");

    private final String word;
    private final DiagnosticCode code;
    private final String what;
    private final String help;

    HostKind(String word, DiagnosticCode code, String what, String help) {
        this.word = word;
        this.code = code;
        this.what = what;
        this.help = help;
    }

    /** Returns the kind of that word in the list. */
    static HostKind named(String word) {
        for (HostKind kind : values()) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        throw new IllegalStateException("no kind of host: " + word);
    }

    DiagnosticCode code() {
        return code;
    }

    /** Returns what such a host does, as a clause behind its name. */
    public String what() {
        return what;
    }

    String help() {
        return help;
    }
}
