package io.sallyport.egress.http;

/** The end of a request whose answer was requested as a whole. */
public sealed interface WholeAnswer permits HttpAnswer, HttpFailure {}
