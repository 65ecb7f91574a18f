package io.sallyport.admin.body;

import io.sallyport.documents.Diagnostic;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/** Reads the members of one body into one value. Confined to one thread. */
abstract class CallBodyReader<T> {
    /** The body; in {@link #member} it stands at the value of that member. */
    final CallBody json;

    CallBodyReader(CallBody json) {
        this.json = json;
    }

    /** Reads the value of one member. */
    abstract void member(String name) throws BodyRefusal;

    /** Returns the result. Called after the last member, if no diagnostic was reported. */
    abstract Read<T> ended();

    /**
     * Reads the body as one object.
     *
     * @param reader creates the reader of its members
     * @param embedded members that are documents of their own
     */
    static <T> Read<T> read(ByteBuffer body, Function<CallBody, CallBodyReader<T>> reader, String... embedded) {
        try {
            CallBody json = CallBody.of(body, embedded);
            CallBodyReader<T> read = reader.apply(json);
            json.document(read::member);
            List<Diagnostic> found = json.diagnostics();
            return found.isEmpty() ? read.ended() : new Read.Wrong<>(found);
        } catch (BodyRefusal e) {
            return new Read.Unreadable<>(e.code(), e.text());
        }
    }
}
