/** What the pages show: values read from answers of the control API, one type for each page. */
@NullMarked
package io.sallyport.console.page;

import org.jspecify.annotations.NullMarked;
