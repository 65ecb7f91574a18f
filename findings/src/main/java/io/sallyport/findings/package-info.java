/**
 * Finds secrets in what leaves: tokens of known forms, and values that a caller names, in plain and encoded. {@link
 * io.sallyport.findings.SecretScanner} looks at bytes, and a {@link io.sallyport.model.secret.FoundSecret} says what
 * was found by its name, never by its value.
 */
@NullMarked
package io.sallyport.findings;

import org.jspecify.annotations.NullMarked;
