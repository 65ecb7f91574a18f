/** Manifests of skills: what each skill declares that it does, and how often it may. */
@NullMarked
package io.sallyport.leasebridge.skill;

import org.jspecify.annotations.NullMarked;
