/** What the page of requests that wait for a person shows. */
@NullMarked
package io.sallyport.console.page.ask;

import org.jspecify.annotations.NullMarked;
