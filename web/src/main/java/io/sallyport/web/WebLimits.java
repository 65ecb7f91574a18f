package io.sallyport.web;

import java.time.Duration;

/**
 * The bounds of a listener.
 *
 * @param maxLineBytes of a request line
 * @param maxHeadBytes of all header fields
 * @param maxFields header fields of a request
 * @param maxBodiesBytes of all bodies that are held at a time
 * @param maxConnections beyond it the one that has waited longest is closed
 * @param maxConnectionsEach of one owner, with a request under way
 * @param headTimeout from the opening to a whole head
 * @param bodyTimeout from the head to the end of the body
 * @param answerTimeout from the end of the body to the beginning of the answer
 * @param writeTimeout for an answer to be taken by the caller, from its beginning
 * @param idleTimeout from an answer to the next whole head
 * @param heartbeat between two signs of life where events are followed
 */
public record WebLimits(
        int maxLineBytes,
        int maxHeadBytes,
        int maxFields,
        long maxBodiesBytes,
        int maxConnections,
        int maxConnectionsEach,
        Duration headTimeout,
        Duration bodyTimeout,
        Duration answerTimeout,
        Duration writeTimeout,
        Duration idleTimeout,
        Duration heartbeat) {}
