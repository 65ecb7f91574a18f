package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;

/** The API cannot give it, where another transport may; where there is none, it is refused so. */
final class BeyondApi extends RefusedException {
    private static final long serialVersionUID = 1;

    BeyondApi(Refused refused) {
        super(refused);
    }
}
