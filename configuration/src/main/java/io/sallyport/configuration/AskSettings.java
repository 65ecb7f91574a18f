package io.sallyport.configuration;

import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.decision.ask.AskLimits;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a person. Immutable.
 *
 * @param limits their bounds
 * @param webhook who is told of each; null for nobody
 */
public record AskSettings(AskLimits limits, @Nullable HttpSettings webhook) {}
