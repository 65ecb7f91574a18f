/** {@code sallyport api-server}: for authors of API servers on the host. */
@NullMarked
package io.sallyport.cli.apiserver;

import org.jspecify.annotations.NullMarked;
