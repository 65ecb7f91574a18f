package io.sallyport.egress.http;

/** How a request ended whose answer was wanted whole. */
public sealed interface WholeAnswer permits HttpAnswer, HttpFailure {}
