/**
 * The same call in another API's form: requests, answers, streams and errors between OpenAI's chat completions and
 * Anthropic's messages. Start at {@link io.sallyport.inference.translation.Translation}.
 */
@NullMarked
package io.sallyport.inference.translation;

import org.jspecify.annotations.NullMarked;
