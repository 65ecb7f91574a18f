/**
 * What a gateway keeps over a restart. Every file is written beside its place, synced and renamed, so that a crash leaves
 * the old one or the new one; a file that cannot be read is a refusal to start that names it. {@code docs/state.md} says
 * each file's form. Start at {@link io.sallyport.control.store.Store}.
 */
@NullMarked
package io.sallyport.control.store;

import org.jspecify.annotations.NullMarked;
