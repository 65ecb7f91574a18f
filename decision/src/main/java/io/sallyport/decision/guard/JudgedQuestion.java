package io.sallyport.decision.guard;

import io.sallyport.model.Decision;
import io.sallyport.model.SkillNote;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one question.
 *
 * @param allowed what it was compared with and did not meet, nearest first
 * @param note of the skill, where it is in use; or null
 * @param found which secrets the setting found in the request that is asked about
 * @param retryAfterMillis when to ask again, where that helps; 0 else
 * @param grounds what the decision rests on
 */
record JudgedQuestion(
        Decision decision,
        List<String> allowed,
        @Nullable SkillNote note,
        List<FoundSecret> found,
        long retryAfterMillis,
        DecisionGrounds grounds) {}
