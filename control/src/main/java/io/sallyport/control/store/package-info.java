/**
 * What a gateway keeps over a restart. Every file is written under a temporary name, synced and renamed, so that a
 * crash leaves either the old or the new one. A file that cannot be read prevents the start; the error names it. {@code
 * docs/state.md} describes each file. Start at {@link io.sallyport.control.store.Store}.
 */
@NullMarked
package io.sallyport.control.store;

import org.jspecify.annotations.NullMarked;
