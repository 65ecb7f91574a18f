package io.sallyport.inference;

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

    /** Returns the name in configuration, policy input and audit. */
    public String word() {
        return word;
    }
}
