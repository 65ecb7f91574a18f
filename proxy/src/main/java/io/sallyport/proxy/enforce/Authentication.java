package io.sallyport.proxy.enforce;

/** What becomes of a client that says who it is before it asks for anything. */
public sealed interface Authentication {
    /** It may ask; whose the request is, is found again from the same evidence. */
    record Accepted() implements Authentication {}

    /** It is refused, and its connection ends. */
    record Refused(Action.Refuse refuse) implements Authentication {}

    Authentication ACCEPTED = new Accepted();
}
