package io.sallyport.inference;

/** Receives what is read from an answer, value by value. */
interface AnswerSink {
    /** A byte of what the model wrote, in UTF-8; of an escaped character only its first one. */
    void text(byte next);

    void number(AnswerValue says, long number);

    void word(AnswerValue says, String word);

    /** A document has ended. */
    void documentEnd();
}
