/** Verifies exported files: each line against the sealed line that it carries, and those against the hash chain. */
@NullMarked
package io.sallyport.auditexport.verify;

import org.jspecify.annotations.NullMarked;
