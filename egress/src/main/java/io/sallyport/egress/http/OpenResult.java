package io.sallyport.egress.http;

/** How opening a connection ended. */
public sealed interface OpenResult permits OutwardConnection, HttpFailure {}
