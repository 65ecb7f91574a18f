package io.sallyport.fetch.answer;

/** Ends a fetch from deep within it. Thrown and caught in this module only; costs no stack trace. */
public class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient FetchRefusal refused;

    public RefusedException(FetchRefusal refused) {
        super(refused.text(), null, false, false);
        this.refused = refused;
    }

    public FetchRefusal refused() {
        return refused;
    }
}
