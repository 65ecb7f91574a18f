/** The index of the audit store: records become documents of Lucene, and questions its queries. */
@NullMarked
package io.sallyport.auditstore.index;

import org.jspecify.annotations.NullMarked;
