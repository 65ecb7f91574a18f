/** The URL of a skill, read once: allowlist, forge call, cache key and audit all take the same object. */
@NullMarked
package io.sallyport.fetch.url;

import org.jspecify.annotations.NullMarked;
