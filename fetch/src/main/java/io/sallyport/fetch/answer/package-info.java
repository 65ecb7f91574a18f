/** Every refusal of a fetch, with its exact status and text. */
@NullMarked
package io.sallyport.fetch.answer;

import org.jspecify.annotations.NullMarked;
