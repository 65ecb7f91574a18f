package io.sallyport.models;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetHold;
import io.sallyport.decision.ledger.BudgetHolds;
import io.sallyport.decision.ledger.CurrencyKind;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.decision.ledger.WaitingCharge;
import io.sallyport.decision.rates.TokenCharge;
import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelPrice;
import io.sallyport.inference.ModelRequest;
import io.sallyport.inference.ModelUsage;
import io.sallyport.model.ReasonCode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one call costs its sandbox: set aside before it, settled after it, in the currency of the model's price and in
 * {@value #TOKENS}. Used by one thread at a time.
 */
final class ModelSpending {
    /** The currency of plain tokens in {@code cost.budget}. */
    static final String TOKENS = "tokens";

    /** How long a hold outlives its call, whose end settles it. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /** How often what remains is looked at anew where others were quicker. */
    private static final int MAX_LOOKS = 16;

    private final Account account;
    private final @Nullable ModelPrice price;
    private final @Nullable BudgetHold hold;
    private final long estimatedInput;
    private final TokenCharge charge;

    private ModelSpending(
            Account account,
            @Nullable ModelPrice price,
            @Nullable BudgetHold hold,
            long estimatedInput,
            TokenCharge charge) {
        this.account = account;
        this.price = price;
        this.hold = hold;
        this.estimatedInput = estimatedInput;
        this.charge = charge;
    }

    /** Whether a call may begin. */
    sealed interface Prepared {
        /**
         * It may.
         *
         * @param request with no more output than is paid for
         */
        record Ready(ModelRequest request, ModelSpending spending) implements Prepared {}

        record Refused(ModelRefusal why) implements Prepared {}
    }

    /**
     * Sets aside what {@code request} may cost at most, or lowers its output to what remains.
     *
     * @param price null if the model has none
     * @param charge what rates of tokens took for it
     * @param isFree whether a model without a price costs nothing, as one on the operator's own machines
     */
    static Prepared prepare(
            Account account,
            BudgetHolds holds,
            ModelRequest request,
            @Nullable ModelPrice price,
            boolean isFree,
            ModelLimits limits,
            TokenCharge charge) {
        if (!isCharged(request.endpoint().operation())) {
            return new Prepared.Ready(request, new ModelSpending(account, null, null, 0, charge));
        }
        long input = request.inputTokens();
        for (int look = 0; look < MAX_LOOKS; look++) {
            Map<String, BigDecimal> left = account.remaining();
            boolean isPaid = left.keySet().stream().anyMatch(ModelSpending::isMoney);
            if (price == null && !isFree && isPaid) {
                return refused("the model has no price, and the lease has a budget");
            }
            boolean counts = left.containsKey(TOKENS) || (price != null && left.containsKey(price.currency()));
            if (!counts) {
                return new Prepared.Ready(request, new ModelSpending(account, price, null, input, charge));
            }
            long affordable = affordable(left, price, input);
            if (affordable < 1) {
                return refused("what remains does not pay for the input and one token of output");
            }
            ModelRequest capped = capped(request, affordable, limits.outputTokens());
            Map<String, BigDecimal> most = most(capped, price, input);
            if (WaitingCharge.await(account, most) == Supply.UNAVAILABLE) {
                return new Prepared.Refused(ModelRefusal.of(ReasonCode.STATE_UNAVAILABLE, null));
            }
            switch (holds.reserve(account, most, limits.time().plus(MARGIN))) {
                case BudgetHolds.Answer.Held(BudgetHold hold) -> {
                    return new Prepared.Ready(capped, new ModelSpending(account, price, hold, input, charge));
                }
                case BudgetHolds.Answer.Exhausted() -> {} // others were quicker: there is less by now
                case BudgetHolds.Answer.Busy() -> {
                    return new Prepared.Refused(ModelRefusal.of(ReasonCode.RATE_LIMITED, "too many calls are open"));
                }
            }
        }
        return refused("other calls have set aside what remains");
    }

    /** The tokens that a request may use, in and out, by estimate. */
    static long mostTokens(ModelRequest request, ModelLimits limits) {
        ModelOperation operation = request.endpoint().operation();
        if (!isCharged(operation)) {
            return 0;
        }
        Integer asked = request.maxTokens();
        long each = !operation.generates() ? 0 : asked == null ? limits.outputTokens() : asked;
        return request.inputTokens() + each * request.choices();
    }

    /** Whether a model reads or writes anything for it; counting and describing are free everywhere. */
    private static boolean isCharged(ModelOperation operation) {
        return switch (operation) {
            case COUNT_TOKENS, GEMINI_COUNT_TOKENS, OLLAMA_SHOW, OLLAMA_PS, OLLAMA_VERSION -> false;
            case MODELS, MODEL, ANTHROPIC_MODELS, ANTHROPIC_MODEL, GEMINI_MODELS, GEMINI_MODEL, OLLAMA_TAGS -> false;
            case CHAT_COMPLETIONS, COMPLETIONS, RESPONSES, MESSAGES -> true;
            case GENERATE_CONTENT, STREAM_GENERATE_CONTENT, OLLAMA_CHAT, OLLAMA_GENERATE -> true;
            case EMBEDDINGS, EMBED_CONTENT, BATCH_EMBED_CONTENTS, OLLAMA_EMBED, OLLAMA_EMBEDDINGS -> true;
            case SPEECH, TRANSCRIPTIONS, AUDIO_TRANSLATIONS -> true;
        };
    }

    private static boolean isMoney(String currency) {
        return CurrencyKind.of(currency) == CurrencyKind.REPORTED && !currency.equals(TOKENS);
    }

    private static Prepared refused(String hint) {
        return new Prepared.Refused(ModelRefusal.of(ReasonCode.BUDGET_EXHAUSTED, hint));
    }

    /** Tokens of output, in all answers, that each budget still pays for. */
    private static long affordable(Map<String, BigDecimal> left, @Nullable ModelPrice price, long input) {
        long most = Long.MAX_VALUE;
        BigDecimal money = price == null ? null : left.get(price.currency());
        if (price != null && money != null) {
            most = price.affordableOutput(money, input);
        }
        BigDecimal tokens = left.get(TOKENS);
        return tokens == null
                ? most
                : Math.min(
                        most,
                        tokens.subtract(BigDecimal.valueOf(input))
                                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                                .max(BigDecimal.ZERO)
                                .longValue());
    }

    private static ModelRequest capped(ModelRequest request, long affordable, int usual) {
        if (!request.endpoint().operation().generates()) {
            return request;
        }
        Integer asked = request.maxTokens();
        long each = Math.max(1, affordable / request.choices());
        long most = Math.min(asked == null ? usual : asked, Math.min(each, Integer.MAX_VALUE));
        return asked != null && asked == most ? request : request.withMaxTokens((int) most);
    }

    private static Map<String, BigDecimal> most(ModelRequest request, @Nullable ModelPrice price, long input) {
        Integer each = request.maxTokens();
        long output = request.endpoint().operation().generates() && each != null ? (long) each * request.choices() : 0;
        boolean isWritten = price != null && price.cacheWrite().compareTo(price.input()) > 0;
        return cost(price, new ModelUsage(input, output, 0, isWritten ? input : 0, true));
    }

    private static Map<String, BigDecimal> cost(@Nullable ModelPrice price, ModelUsage usage) {
        Map<String, BigDecimal> cost = new HashMap<>();
        cost.put(TOKENS, BigDecimal.valueOf(usage.inputTokens() + usage.outputTokens()));
        if (price != null) {
            cost.put(price.currency(), price.cost(usage));
        }
        return cost;
    }

    /** Tokens of input, as far as the request tells. */
    long estimatedInput() {
        return estimatedInput;
    }

    /** Whether a call that has used so much so far is still paid for; what is more is set aside, if it is left. */
    boolean covers(long outputTokens) {
        if (hold == null) {
            return true;
        }
        var sofar = new ModelUsage(estimatedInput, outputTokens, 0, 0, true);
        return cost(price, sofar).entrySet().stream().allMatch(each -> hold.covers(each.getKey(), each.getValue()));
    }

    /** Charges what was used in place of what was set aside; returns the price in money. */
    Map<String, BigDecimal> settle(ModelUsage usage) {
        charge.settle(usage.inputTokens() + usage.outputTokens());
        return paid(usage);
    }

    private Map<String, BigDecimal> paid(ModelUsage usage) {
        Map<String, BigDecimal> actual = cost(price, usage);
        if (hold == null) {
            actual.forEach(this::spend);
        } else {
            hold.settle(actual);
        }
        actual.remove(TOKENS);
        return actual;
    }

    private void spend(String currency, BigDecimal amount) {
        if (amount.signum() > 0) {
            account.spend(currency, amount);
        }
    }

    /** Gives all of it back, since nothing was used; rates wait for the end of the call. */
    void release() {
        paid(ModelUsage.NONE);
    }
}
