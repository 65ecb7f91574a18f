package io.sallyport.inference;

import org.jspecify.annotations.Nullable;

/**
 * Estimates the tokens of an image by the rule that each provider describes. Their sources, with dates, are in {@code
 * docs/decisions/model-apis.md}.
 */
final class ImageTokens {
    /** At most, and where the size is not known: an image of the largest size that Anthropic describes. */
    static final int MOST = 5_000;

    private ImageTokens() {}

    static long of(ModelApi api, @Nullable ImageSize size) {
        if (size == null) {
            return MOST;
        }
        return Math.min(
                MOST,
                switch (api) {
                    case OPENAI -> Math.max(tiles(size), patches(size));
                    case ANTHROPIC -> Math.ceilDiv(size.width() * size.height(), 750);
                    case GEMINI -> squares(size);
                    case OLLAMA -> MOST; // each model has a rule of its own
                });
    }

    /** 85, and 170 for each 512 pixels square, after it is made to fit 2,048 square and 768 at its shorter side. */
    private static long tiles(ImageSize size) {
        double fit = Math.min(1, 2_048.0 / Math.max(size.width(), size.height()));
        double scale = fit * Math.min(1, 768 / (fit * Math.min(size.width(), size.height())));
        return 85 + 170 * squares(size, scale, 512);
    }

    /** One for each 32 pixels square, at most 1,536, times the largest factor of a model, 2.46. */
    private static long patches(ImageSize size) {
        return Math.ceilDiv(Math.min(1_536, squares(size, 1, 32)) * 246, 100);
    }

    /** 258 for each 768 pixels square, and no less than what Gemini 3 takes for one of any size, 1,120. */
    private static long squares(ImageSize size) {
        return Math.max(1_120, 258 * squares(size, 1, 768));
    }

    private static long squares(ImageSize size, double scale, int side) {
        return (long) (Math.ceil(size.width() * scale / side) * Math.ceil(size.height() * scale / side));
    }
}
