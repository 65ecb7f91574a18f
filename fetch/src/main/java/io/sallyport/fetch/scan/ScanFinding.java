package io.sallyport.fetch.scan;

/**
 * What a scan found.
 *
 * @param id stable, as {@code inject.override}
 * @param file its path in the skill
 * @param line from 1; 0 where it is of the whole file
 */
public record ScanFinding(String id, Severity severity, String file, int line) {}
