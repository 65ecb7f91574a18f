/** What the pages of changes that wait for a second person show. */
@NullMarked
package io.sallyport.console.page.change;

import org.jspecify.annotations.NullMarked;
