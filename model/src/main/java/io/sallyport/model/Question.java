package io.sallyport.model;

/** What policy can be asked, in canonical form. Equal questions have equal verdicts under one policy snapshot. */
public sealed interface Question permits CanonicalRequest, CanonicalAction {
    RequestKind kind();

    /** What it is asked under, as {@code tool.call}; {@code net.fetch} of requests. */
    String capability();

    /** What it is about, without a query: a name, a path, or a URL. */
    String target();
}
