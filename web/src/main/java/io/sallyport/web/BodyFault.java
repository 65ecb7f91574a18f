package io.sallyport.web;

/** Why the body of an admitted call was refused. */
public enum BodyFault {
    TOO_LARGE,
    /** All bodies together have reached their limit. */
    NO_ROOM,
    /** The sandbox has reached its limit of active connections. */
    TOO_MANY_CONNECTIONS,
    /** The body did not end in time. */
    LATE
}
