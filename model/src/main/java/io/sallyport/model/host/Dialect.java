package io.sallyport.model.host;

import io.sallyport.model.text.Parsed;

/** The source of a URL or host, which determines how much of it may be normalized. */
public enum Dialect {
    /** From a client: ASCII only, no fragment. */
    WIRE,
    /** From a document, a decision call or the command line: U-labels are encoded, a fragment is dropped. */
    DOCUMENT;

    Parsed<CanonicalHost> host(String text) {
        return HostParser.parse(text, this == DOCUMENT);
    }
}
