package io.sallyport.model;

/**
 * What a ruling reports about a known skill.
 *
 * @param version as written in its manifest
 * @param digest lower-case hex SHA-256 of the manifest
 * @param timeoutMillis how long the call may take; 0 for no limit
 * @param maxBytes how much data the call may move; 0 for no limit
 */
public record SkillNote(String version, String digest, long timeoutMillis, long maxBytes) {}
