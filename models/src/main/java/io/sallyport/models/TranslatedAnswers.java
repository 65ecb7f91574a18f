package io.sallyport.models;

import io.sallyport.inference.ModelRequest;
import io.sallyport.inference.translation.StreamTranslation;
import io.sallyport.inference.translation.Translation;
import io.sallyport.model.text.Parsed;
import java.nio.ByteBuffer;

/** Answers of a backend that speaks another API. */
record TranslatedAnswers(Translation translation) implements ClientAnswers {
    @Override
    public ModelRequest sent() {
        return translation.request().withUsageInStream();
    }

    @Override
    public Parsed<byte[]> answer(byte[] body) {
        return translation.answer(body);
    }

    @Override
    public byte[] error(int status, byte[] body) {
        return translation.error(status, body);
    }

    @Override
    public Events events() {
        StreamTranslation stream = translation.stream();
        return new Events() {
            @Override
            public byte[] next(byte[] events) {
                return stream.accept(ByteBuffer.wrap(events));
            }

            @Override
            public byte[] end() {
                return stream.end();
            }
        };
    }
}
