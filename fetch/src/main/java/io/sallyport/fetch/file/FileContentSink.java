package io.sallyport.fetch.file;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.model.CanonicalUrl;

/** Takes a file piece by piece. On the thread of the fetch; may block. */
public interface FileContentSink {
    /** The target sent it on to {@code to}, which the policy admits and which is not dialled yet. */
    void redirected(CanonicalUrl to) throws RefusedException;

    /** The next piece of the content, however much there was before. */
    void take(byte[] piece) throws RefusedException;
}
