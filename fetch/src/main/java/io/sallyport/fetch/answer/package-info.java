/** What a fetch comes to: every refusal with its exact status and text, and what is delivered otherwise. */
@NullMarked
package io.sallyport.fetch.answer;

import org.jspecify.annotations.NullMarked;
