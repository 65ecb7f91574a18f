package io.sallyport.egress.http;

/** What is left of the time that all requests of one connection have. */
@FunctionalInterface
public interface TimeLeft {
    /** 0 where it is over. */
    long nanos();
}
