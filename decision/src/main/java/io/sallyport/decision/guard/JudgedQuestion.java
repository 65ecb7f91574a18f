package io.sallyport.decision.guard;

import io.sallyport.model.Decision;
import io.sallyport.model.SkillNote;
import io.sallyport.model.answer.DecisionGrounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one question.
 *
 * @param allowed what it was compared with and did not meet, nearest first
 * @param note of the skill, where it is in use; or null
 * @param retryAfterMillis when to ask again, where that helps; 0 else
 * @param grounds what the decision rests on
 */
record JudgedQuestion(
        Decision decision,
        List<String> allowed,
        @Nullable SkillNote note,
        long retryAfterMillis,
        DecisionGrounds grounds) {}
