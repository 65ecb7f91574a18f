package io.sallyport.model;

/** What policy can be asked, in canonical form. Equal questions have equal verdicts under one policy snapshot. */
public sealed interface Question permits CanonicalRequest, CanonicalAction {
    RequestKind kind();
}
