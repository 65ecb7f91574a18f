package io.sallyport.inference;

import java.util.function.Predicate;

/** A family of model APIs: the forms of its requests, answers and errors. */
public enum ModelApi {
    /** OpenAI's API, which many local servers speak too. */
    OPENAI("openai"),
    /** Anthropic's API. */
    ANTHROPIC("anthropic"),
    /** Google's Gemini API. */
    GEMINI("gemini"),
    /** Ollama's own API, beside which Ollama also speaks OpenAI's. */
    OLLAMA("ollama");

    private final String word;

    ModelApi(String word) {
        this.word = word;
    }

    /**
     * Returns the API whose client sends such headers. Where none tells it is OpenAI's.
     *
     * @param hasHeader whether the request has a header of that name, in small letters
     */
    public static ModelApi ofClient(Predicate<String> hasHeader) {
        if (hasHeader.test("anthropic-version")) {
            return ANTHROPIC;
        }
        return hasHeader.test("x-goog-api-key") ? GEMINI : OPENAI;
    }

    /** Returns the name in configuration, policy input and audit. */
    public String word() {
        return word;
    }
}
