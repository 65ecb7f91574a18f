package io.sallyport.model;

/**
 * What a ruling says of a skill that is known.
 *
 * @param version as its manifest has it
 * @param digest lower-case hex SHA-256 of the manifest
 * @param timeoutMillis how long the call may take; 0 where not bounded
 * @param maxBytes how much the call may move; 0 where not bounded
 */
public record SkillNote(String version, String digest, long timeoutMillis, long maxBytes) {}
