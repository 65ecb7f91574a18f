/** Single files by pinned https URL: read once, judged hop by hop, got through the egress guard. */
@NullMarked
package io.sallyport.fetch.file;

import org.jspecify.annotations.NullMarked;
