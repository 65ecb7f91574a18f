package io.sallyport.model;

import io.sallyport.model.host.CanonicalHost;
import org.jspecify.annotations.Nullable;

/** A question to policy, in canonical form. Equal questions have equal verdicts under one policy snapshot. */
public sealed interface Question permits CanonicalRequest, CanonicalAction {
    RequestKind kind();

    /** Returns the capability, such as {@code tool.call}; {@code net.fetch} for requests. */
    String capability();

    /** Returns what it is about, without a query: a name, a path, or a URL. */
    String target();

    /** Returns the host that it is about, or null if it is about none. */
    @Nullable
    CanonicalHost host();
}
