/** From what was refused to the least that would grant it. Nothing here is put in force. */
@NullMarked
package io.sallyport.leasebridge.suggest;

import org.jspecify.annotations.NullMarked;
