package io.sallyport.models;

import io.sallyport.inference.ModelRequest;
import io.sallyport.model.text.Parsed;

/**
 * Answers that pass as they come.
 *
 * @param hidesUsage whether the event that says the usage was not asked for by the client
 */
record PassedAnswers(ModelRequest sent, boolean hidesUsage) implements ClientAnswers {
    private static final byte[] NOTHING = {};

    static ClientAnswers of(ModelRequest request) {
        ModelRequest sent = request.withUsageInStream();
        return new PassedAnswers(sent, !sent.body().equals(request.body()));
    }

    @Override
    public Parsed<byte[]> answer(byte[] body) {
        return new Parsed.Accepted<>(body);
    }

    @Override
    public byte[] error(int status, byte[] body) {
        return body;
    }

    @Override
    public Events events() {
        return new Events() {
            @Override
            public byte[] next(byte[] events) {
                return hidesUsage && UsageEvent.is(events) ? NOTHING : events;
            }

            @Override
            public byte[] end() {
                return NOTHING;
            }
        };
    }
}
