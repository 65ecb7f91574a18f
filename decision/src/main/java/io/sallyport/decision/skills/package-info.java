/**
 * Skills: what each may do beside the lease of its sandbox, which of them are in use, and how often each may ask. Knows
 * nothing of policies: {@link io.sallyport.decision.skills.Permissions} is answered by who compiled the manifest.
 */
@NullMarked
package io.sallyport.decision.skills;

import org.jspecify.annotations.NullMarked;
