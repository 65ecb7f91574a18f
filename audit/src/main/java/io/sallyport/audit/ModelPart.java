package io.sallyport.audit;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields that only records of requests of models have. Never holds an answer. Immutable.
 *
 * @param name the model that the sandbox named; null if that could not be read
 * @param api the form of the request, such as {@code openai}; null if it is not known
 * @param operation such as {@code chat_completions}; null if it is not known
 * @param provider the backend that answered or was tried last; null if none was tried
 * @param providerModel the name of the model there
 * @param route why that backend: {@code local}, {@code remote} or {@code failover}
 * @param attempts what was tried before it, in order
 * @param tokens null if none were counted yet
 * @param cost by currency
 * @param firstTokenMicros from the request to the first byte of the answer's body, or -1
 * @param prompt null unless the operator asks for it
 */
public record ModelPart(
        @Nullable String name,
        @Nullable String api,
        @Nullable String operation,
        @Nullable String provider,
        @Nullable String providerModel,
        @Nullable String route,
        List<Attempt> attempts,
        @Nullable Tokens tokens,
        SequencedMap<String, BigDecimal> cost,
        long firstTokenMicros,
        @Nullable RecordedPrompt prompt) {
    /** The maximum number of attempts that one record lists. */
    public static final int MAX_ATTEMPTS = 16;

    public ModelPart {
        attempts = attempts.stream().limit(MAX_ATTEMPTS).toList();
        cost = Collections.unmodifiableSequencedMap(new TreeMap<>(cost));
    }

    /**
     * A backend that gave no answer to pass on.
     *
     * @param outcome the word of a reason, such as {@code connect_failed}
     * @param status that it answered, or 0
     */
    public record Attempt(String provider, String outcome, int status) {}

    /**
     * What was counted.
     *
     * @param cached of the input, read from the provider's cache
     * @param estimated whether the answer did not say all of it
     */
    public record Tokens(long input, long output, long cached, boolean estimated) {}
}
