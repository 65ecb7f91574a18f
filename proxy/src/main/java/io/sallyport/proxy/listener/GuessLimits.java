package io.sallyport.proxy.listener;

/**
 * How many wrong proxy tokens are answered as such in a minute. Beyond it they are answered 429; right ones are never
 * counted.
 *
 * @param ofOne from one address for one sandbox
 * @param ofAll from everywhere; as many senders are remembered at most
 */
public record GuessLimits(int ofOne, int ofAll) {
    public static final GuessLimits DEFAULT = new GuessLimits(120, 1_200);

    public GuessLimits {
        SettingChecks.positive("ofOne", ofOne);
        SettingChecks.positive("ofAll", ofAll);
    }
}
