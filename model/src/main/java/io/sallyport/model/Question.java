package io.sallyport.model;

/** A question to policy, in canonical form. Equal questions have equal verdicts under one policy snapshot. */
public sealed interface Question permits CanonicalRequest, CanonicalAction {
    RequestKind kind();

    /** Returns the capability, such as {@code tool.call}; {@code net.fetch} for requests. */
    String capability();

    /** Returns what it is about, without a query: a name, a path, or a URL. */
    String target();
}
