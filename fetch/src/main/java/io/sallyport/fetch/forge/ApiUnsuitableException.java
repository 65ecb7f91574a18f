package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;

/** The API cannot give it, where another transport may; where there is none, it is refused so. */
final class ApiUnsuitableException extends RefusedException {
    private static final long serialVersionUID = 1;

    ApiUnsuitableException(FetchRefusal refused) {
        super(refused);
    }
}
