package io.sallyport.inference;

/** What a value in an answer says. */
enum AnswerValue {
    /** Tokens of input; in Anthropic's API those that are not in the cache. */
    INPUT,
    OUTPUT,
    /** Tokens of output so far, at the beginning of a stream. */
    FIRST_OUTPUT,
    /** Tokens of reasoning that {@link #OUTPUT} does not include. */
    THOUGHTS,
    /** Tokens of input, read from the cache, which {@link #INPUT} includes. */
    CACHED,
    /** Tokens of input, read from the cache, beside {@link #INPUT}. */
    CACHE_READ,
    /** Tokens of input, written to the cache, which {@link #INPUT} includes. */
    CACHED_ANEW,
    /** Tokens of input, written to the cache, beside {@link #INPUT}. */
    CACHE_WRITE,
    /** Tokens of input that tools added beside {@link #INPUT}. */
    TOOL_INPUT,
    /** What the model wrote; counted, never kept. */
    TEXT,
    /** The kind of an event. */
    TYPE,
    /** The number of an answer, or of a part of one. */
    INDEX,
    ID,
    MODEL,
    /** Why an answer ended. */
    FINISH;

    /** Returns whether the value is a short text that is kept. */
    boolean isWord() {
        return switch (this) {
            case TYPE, ID, MODEL, FINISH -> true;
            case INPUT,
                    OUTPUT,
                    FIRST_OUTPUT,
                    THOUGHTS,
                    CACHED,
                    CACHE_READ,
                    CACHED_ANEW,
                    CACHE_WRITE,
                    TOOL_INPUT,
                    TEXT,
                    INDEX -> false;
        };
    }
}
