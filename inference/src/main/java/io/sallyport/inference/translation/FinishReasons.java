package io.sallyport.inference.translation;

/** Why an answer ended, in the words of both APIs. */
final class FinishReasons {
    private FinishReasons() {}

    /** Returns Anthropic's {@code stop_reason} as OpenAI's {@code finish_reason}. */
    static String openAi(String stopReason) {
        return switch (stopReason) {
            case "max_tokens", "model_context_window_exceeded" -> "length";
            case "tool_use" -> "tool_calls";
            case "refusal" -> "content_filter";
            default -> "stop";
        };
    }

    /** Returns OpenAI's {@code finish_reason} as Anthropic's {@code stop_reason}. */
    static String anthropic(String finishReason) {
        return switch (finishReason) {
            case "length" -> "max_tokens";
            case "tool_calls", "function_call" -> "tool_use";
            case "content_filter" -> "refusal";
            default -> "end_turn";
        };
    }
}
