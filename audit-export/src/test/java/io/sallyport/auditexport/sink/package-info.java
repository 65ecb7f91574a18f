@NullMarked
package io.sallyport.auditexport.sink;

import org.jspecify.annotations.NullMarked;
