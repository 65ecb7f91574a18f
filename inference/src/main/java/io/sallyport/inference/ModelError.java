package io.sallyport.inference;

/** Errors in the form of each API, so that its clients raise their own exceptions with our words. */
public final class ModelError {
    /** The header by which the packages of OpenAI and Anthropic are told whether to try again. */
    public static final String RETRY_HEADER = "x-should-retry";

    private ModelError() {}

    /**
     * Returns the body of an error, JSON in UTF-8.
     *
     * @param status of the answer, from 400 to 599
     * @param code a word for programs, such as {@code no_grant}
     * @param message for people; names no secret
     */
    public static byte[] body(ModelApi api, int status, String code, String message) {
        ErrorKind kind = ErrorKind.of(status);
        return switch (api) {
            case OPENAI -> openAi(kind, code, message);
            case ANTHROPIC -> anthropic(kind, code, message);
            case GEMINI ->
                JsonText.object(json -> {
                    json.writeObjectPropertyStart("error");
                    json.writeNumberProperty("code", status);
                    json.writeStringProperty("message", code + ": " + message);
                    json.writeStringProperty("status", kind.gemini());
                    json.writeEndObject();
                });
            case OLLAMA -> JsonText.object(json -> json.writeStringProperty("error", code + ": " + message));
        };
    }

    private static byte[] openAi(ErrorKind kind, String code, String message) {
        return JsonText.object(json -> {
            json.writeObjectPropertyStart("error");
            json.writeStringProperty("message", message);
            json.writeStringProperty("type", kind.openAi());
            json.writeNullProperty("param");
            json.writeStringProperty("code", code);
            json.writeEndObject();
        });
    }

    private static byte[] anthropic(ErrorKind kind, String code, String message) {
        return JsonText.object(json -> {
            json.writeStringProperty("type", "error");
            json.writeObjectPropertyStart("error");
            json.writeStringProperty("type", kind.anthropic());
            json.writeStringProperty("message", code + ": " + message);
            json.writeEndObject();
        });
    }
}
