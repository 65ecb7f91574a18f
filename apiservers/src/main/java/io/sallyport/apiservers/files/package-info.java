/**
 * Files and directories between API servers and their sandbox: a server runs {@code api-server files} with the run's
 * fixed place in it, by a folder that both sides see or by the operator's commands. The sandbox may change its side
 * while it is read or written, so nothing there is trusted.
 */
@NullMarked
package io.sallyport.apiservers.files;

import org.jspecify.annotations.NullMarked;
