package io.sallyport.web;

import java.time.Duration;

/**
 * The limits of a listener.
 *
 * @param maxLineBytes of a request line
 * @param maxHeadBytes of all header fields
 * @param maxFields header fields of a request
 * @param maxBodiesBytes of all bodies held at a time
 * @param maxConnections when exceeded, the connection that has waited longest is closed
 * @param maxConnectionsEach connections of one owner with a request in progress
 * @param headTimeout from the opening to a complete head
 * @param bodyTimeout from the head to the end of the body
 * @param answerTimeout from the end of the body to the beginning of the answer
 * @param writeTimeout for the caller to receive the whole answer, from its beginning
 * @param idleTimeout from an answer to the next complete head
 * @param heartbeat the interval of heartbeats on event streams
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
