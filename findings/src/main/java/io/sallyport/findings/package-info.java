/**
 * Finds secrets in what leaves: tokens of known forms, and values that a caller names, in plain and encoded. {@link
 * io.sallyport.findings.SecretScanner} looks at bytes, {@link io.sallyport.findings.StreamedScan} at bytes that come in
 * pieces; a {@link io.sallyport.model.secret.FoundSecret} says what was found by its name, and never the value.
 */
@NullMarked
package io.sallyport.findings;

import org.jspecify.annotations.NullMarked;
