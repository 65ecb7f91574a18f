@NullMarked
package io.sallyport.auditexport.form;

import org.jspecify.annotations.NullMarked;
