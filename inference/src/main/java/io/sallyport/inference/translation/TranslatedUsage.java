package io.sallyport.inference.translation;

import io.sallyport.inference.ModelUsage;
import tools.jackson.core.JsonGenerator;

/** Writes a usage in the form of each API. */
final class TranslatedUsage {
    private TranslatedUsage() {}

    static void writeOpenAi(JsonGenerator json, ModelUsage usage) {
        json.writeObjectPropertyStart("usage");
        json.writeNumberProperty("prompt_tokens", usage.inputTokens());
        json.writeNumberProperty("completion_tokens", usage.outputTokens());
        json.writeNumberProperty("total_tokens", usage.inputTokens() + usage.outputTokens());
        json.writeObjectPropertyStart("prompt_tokens_details");
        json.writeNumberProperty("cached_tokens", usage.cachedTokens());
        json.writeEndObject();
        json.writeEndObject();
    }

    static void writeAnthropic(JsonGenerator json, ModelUsage usage) {
        json.writeObjectPropertyStart("usage");
        json.writeNumberProperty("input_tokens", usage.freshTokens());
        json.writeNumberProperty("output_tokens", usage.outputTokens());
        json.writeNumberProperty("cache_read_input_tokens", usage.cachedTokens());
        json.writeNumberProperty("cache_creation_input_tokens", usage.cacheWriteTokens());
        json.writeEndObject();
    }
}
