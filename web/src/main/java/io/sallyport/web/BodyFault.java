package io.sallyport.web;

/** Why the body of an admitted call was not taken. */
public enum BodyFault {
    TOO_LARGE,
    /** All bodies together hold as much as they may. */
    NO_ROOM,
    /** Its owner has as many connections at work as it may. */
    TOO_MANY_CONNECTIONS,
    /** It did not end in time. */
    LATE
}
