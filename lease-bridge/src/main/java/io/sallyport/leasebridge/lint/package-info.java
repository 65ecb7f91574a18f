/** What loads and is hardly meant: findings of a policy's grants. */
@NullMarked
package io.sallyport.leasebridge.lint;

import org.jspecify.annotations.NullMarked;
