/** What a request says beside its canonical form: headers, body, and messages of the WebSocket that it opens. */
@NullMarked
package io.sallyport.model.message;

import org.jspecify.annotations.NullMarked;
