package io.sallyport.decision.guard;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.FileOperation;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.message.Inquiry;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one question: {@code {skill_id?, command?, args?, operation?, net | fs | tool | model | agent | vendor,
 * dry_run?}}. Exactly one thing is asked, and a member that is not known refuses it. Confined to one question.
 */
final class InquiryReader {
    private static final List<String> SUBJECTS = List.of("net", "fs", "tool", "model", "agent", "vendor");
    private static final Set<String> OTHERS = Set.of("skill_id", "command", "args", "operation", "dry_run");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}");

    private final RegoObject asked;

    private InquiryReader(RegoObject asked) {
        this.asked = asked;
    }

    /** A question, or why there is none. */
    sealed interface Read {}

    record Good(Inquiry inquiry) implements Read {}

    /**
     * @param why safe to show; says which member
     * @param kind what it was about, where that is plain; or null
     * @param skill on whose behalf, where that is plain; or null
     */
    record Bad(
            ReasonCode reason,
            String why,
            @Nullable RequestKind kind,
            @Nullable String skill) implements Read {}

    static Read read(RegoValue value) {
        if (!(value instanceof RegoObject object)) {
            return new Bad(ReasonCode.MALFORMED_REQUEST, "a question is an object", null, null);
        }
        InquiryReader reader = new InquiryReader(object);
        try {
            return new Good(reader.inquiry());
        } catch (UnreadableQuestion e) {
            return new Bad(e.reason(), e.why(), reader.kind(), reader.skill());
        }
    }

    /** For the record of what could not be read. */
    private @Nullable RequestKind kind() {
        List<String> there = subjects();
        return there.size() != 1
                ? null
                : switch (there.getFirst()) {
                    case "net" -> RequestKind.HTTP;
                    case "fs" -> RequestKind.FILE;
                    case "tool" -> RequestKind.TOOL;
                    case "model" -> RequestKind.MODEL;
                    case "agent" -> RequestKind.DELEGATE;
                    default -> RequestKind.VENDOR;
                };
    }

    private @Nullable String skill() {
        RegoValue value = asked.get(RegoString.of("skill_id"));
        return value instanceof RegoString text && WORD.matcher(text.text()).matches() ? text.text() : null;
    }

    private Inquiry inquiry() throws UnreadableQuestion {
        Members.require(asked, name -> SUBJECTS.contains(name) || OTHERS.contains(name), "a question");
        String skill = word("skill_id");
        FileOperation operation = operation();
        String subject = subject();
        if (operation != null && !subject.equals("fs")) {
            throw UnreadableQuestion.of("operation: only a question of fs has one");
        }
        RegoValue args = asked.get(RegoString.of("args"));
        if (args != null && !(args instanceof RegoObject)) {
            throw UnreadableQuestion.of("args: not an object");
        }
        RegoValue value = Members.need(asked, subject);
        boolean resolved = value instanceof RegoObject file && subject.equals("fs") && Members.flag(file, "resolved");
        String capability = capability(subject, value, operation);
        Question question = question(subject, value, capability, skill);
        return new Inquiry(
                question,
                capability,
                skill,
                word("command"),
                operation,
                resolved,
                Members.flag(asked, "dry_run"),
                headers(value, question));
    }

    private static RequestHeaders headers(RegoValue value, Question question) throws UnreadableQuestion {
        return question instanceof CanonicalRequest request
                ? NetQuestion.headers(Members.object(value, "net"), request)
                : RequestHeaders.EMPTY;
    }

    private String subject() throws UnreadableQuestion {
        List<String> there = subjects();
        if (there.size() != 1) {
            throw UnreadableQuestion.of(
                    "one of " + String.join(", ", SUBJECTS) + " is asked at a time, here are " + there.size());
        }
        return there.getFirst();
    }

    private List<String> subjects() {
        return SUBJECTS.stream()
                .filter(name -> asked.get(RegoString.of(name)) != null)
                .toList();
    }

    private @Nullable FileOperation operation() throws UnreadableQuestion {
        String text = Members.text(asked, "operation");
        FileOperation operation = text == null ? null : FileOperation.of(text);
        if (text != null && operation == null) {
            throw UnreadableQuestion.of(
                    "operation: not known (expected: read, list, write, delete, rename or execute)");
        }
        return operation;
    }

    private @Nullable String word(String name) throws UnreadableQuestion {
        String text = Members.text(asked, name);
        if (text != null && !WORD.matcher(text).matches()) {
            throw UnreadableQuestion.of(name + ": not of the form " + WORD);
        }
        return text;
    }

    private static String capability(String subject, RegoValue value, @Nullable FileOperation operation)
            throws UnreadableQuestion {
        return switch (subject) {
            case "net" -> CapabilityName.NET_FETCH;
            case "tool" -> CapabilityName.TOOL_CALL;
            case "model" -> CapabilityName.MODEL_USE;
            case "agent" -> CapabilityName.AGENT_DELEGATE;
            case "fs" -> {
                if (operation == null) {
                    throw UnreadableQuestion.of("operation: missing, a question of fs has one");
                }
                yield operation.capability();
            }
            default -> {
                String name = Members.needText(Members.object(value, "vendor"), "capability");
                if (!CapabilityName.isVendor(name)) {
                    throw UnreadableQuestion.of(
                            "vendor.capability: no name of a vendor's (expected: x-vendor.VENDOR.NAME)");
                }
                yield name;
            }
        };
    }

    private static Question question(String subject, RegoValue value, String capability, @Nullable String skill)
            throws UnreadableQuestion {
        return switch (subject) {
            case "net" -> NetQuestion.read(Members.object(value, "net"));
            case "fs" -> action(capability, path(Members.object(value, "fs")), skill, "fs.path");
            case "vendor" -> action(capability, target(Members.object(value, "vendor")), skill, "vendor.target");
            default -> action(capability, Members.string(value, subject), skill, subject);
        };
    }

    private static String path(RegoObject file) throws UnreadableQuestion {
        Members.require(file, name -> name.equals("path") || name.equals("resolved"), "fs");
        return Members.needText(file, "path");
    }

    private static String target(RegoObject vendor) throws UnreadableQuestion {
        Members.require(vendor, name -> name.equals("capability") || name.equals("target"), "vendor");
        return Members.needText(vendor, "target");
    }

    private static Question action(String capability, String target, @Nullable String skill, String member)
            throws UnreadableQuestion {
        return switch (CanonicalAction.parse(capability, target, skill)) {
            case Canonicalized.Accepted(var action) -> action;
            case Canonicalized.Rejected(var reason, var why, int at) ->
                throw new UnreadableQuestion(reason, member + ": " + why + " (at " + at + ")");
        };
    }
}
