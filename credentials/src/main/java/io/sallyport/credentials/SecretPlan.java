package io.sallyport.credentials;

/**
 * A source of the configuration. Immutable.
 *
 * @param name unique among the sources; stands in reasons and logs
 */
public record SecretPlan(String name, SecretSource source, RefreshTimes times) {}
