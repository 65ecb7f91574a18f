/** Judges that report what another policy would say, or let pass what is refused. Start at {@link CandidateJudge}. */
@NullMarked
package io.sallyport.decision.report;

import org.jspecify.annotations.NullMarked;
