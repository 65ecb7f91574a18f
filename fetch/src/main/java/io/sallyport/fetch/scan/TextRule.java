package io.sallyport.fetch.scan;

import com.google.re2j.Pattern;
import java.util.List;

/**
 * Words that a skill has no business with. Matched in linear time (RE2), without regard to case, in text without what
 * cannot be seen and whose continued lines are joined.
 *
 * @param words one of which stands in every match, lower case: where none is in a text, the pattern is not run
 */
record TextRule(String id, Severity severity, List<String> words, Pattern pattern) {
    private static final String SECRET =
            "\\$\\{?[a-z0-9_]*(?:token|secret|passw|passphrase|credential|api_?key|access_?key|private_?key)[a-z0-9_]*";
    private static final String CREDENTIAL_FILE =
            "(?:\\.ssh/|id_rsa|id_ed25519|\\.aws/credentials|\\.netrc|\\.npmrc|\\.pypirc|\\.git-credentials"
                    + "|\\.docker/config\\.json|\\.kube/config|/etc/shadow|gcloud/credentials|\\.env\\b)";
    private static final String EARLIER =
            "(?:previous|prior|earlier|above|preceding|foregoing|original|existing|system|safety)";

    /** Between two words: a line may end there, and quotes, comments and emphasis may stand. */
    private static final String GAP = "[>#*/_~`\"'-]*\\s[\\s>#*/_~`\"'-]*";

    /** The middle of a sentence: not past its full stop or a blank line. */
    private static final String IN_SENTENCE = "[^.\\n]{0,60}(?:\\n[^.\\n]{1,60}){0,3}\\n?";

    static final List<TextRule> ALL = List.of(
            critical(
                    "inject.override",
                    List.of("ignore", "disregard", "forget", "override", "bypass"),
                    "\\b(?:ignore|disregard|forget|override|bypass)" + GAP
                            + "(?:(?:all|any|the|of|your|my|these|those)" + GAP + "){0,4}"
                            + EARLIER + GAP + "(?:\\w+" + GAP
                            + ")?(?:instructions?|prompts?|rules?|directives?|guidelines?|context"
                            + "|messages?|constraints?)"),
            critical(
                    "inject.system-prompt",
                    List.of("system"),
                    "\\b(?:replace|overwrite|override|change|rewrite|discard|set|new)" + GAP + "(?:(?:the|your|current)"
                            + GAP + "){0,2}system" + GAP + "prompt"),
            critical(
                    "inject.unrestricted",
                    List.of("without", "longer", "jailbreak"),
                    "\\b(?:act|behave|operate|respond|answer|work)\\b" + IN_SENTENCE + "\\bwithout" + GAP
                            + "(?:(?:any|all|ethical|safety|content)" + GAP
                            + "){0,2}(?:restrictions?|limits?|limitations?|filters?|guardrails"
                            + "|constraints?)|\\byou" + GAP + "are" + GAP + "no" + GAP + "longer" + GAP
                            + "bound\\b|\\bjailbreak" + GAP + "mode\\b"),
            critical("exfil.variable", List.of("curl", "wget"), "\\b(?:curl|wget)\\b[^\\n]{0,400}" + SECRET),
            critical(
                    "exfil.credential-file",
                    List.of("cat", "base64", "head", "tail", "less", "xxd", "curl", "wget"),
                    "\\b(?:cat|base64|head|tail|less|xxd|curl|wget)\\s+[^\\n|;]{0,200}" + CREDENTIAL_FILE),
            critical(
                    "exfil.base64",
                    List.of("base64"),
                    SECRET + "[^\\n]{0,80}\\|\\s*base64|\\bbase64\\b[^\\n|;]{0,80}" + SECRET),
            high(
                    "inject.conceal",
                    List.of("user", "human", "operator", "anyone"),
                    "\\b(?:do" + GAP + "not|don'?t|never|without)" + GAP
                            + "(?:tell|telling|inform|informing|mention|reveal|show|alert|notify|let)" + GAP + "(?:\\w+"
                            + GAP + "){0,3}(?:user|human|operator|anyone)\\b"),
            high(
                    "inject.new-instructions",
                    List.of("instructions"),
                    "\\b(?:new|updated|revised|real|actual)" + GAP + "instructions[\\s*_]*(?::|are\\b|follow\\b)"),
            high(
                    "inject.role-play",
                    List.of("pretend", "imagine"),
                    "\\b(?:pretend|imagine)" + GAP + "(?:to" + GAP + "be|that" + GAP + "you|you" + GAP
                            + "are|you're|being)\\b"),
            high("exfil.environment", List.of("printenv", "env"), "\\b(?:printenv|env)\\b[^\\n|;&]{0,60}\\|"),
            high("inject.hidden-comment", List.of("<!--"), "<!--\\s*[^\\s-]"),
            high(
                    "inject.hidden-element",
                    List.of("display", "visibility", "opacity", "font-size", "hidden"),
                    "<[a-z][^>]{0,300}(?:display\\s*:\\s*none|visibility\\s*:\\s*hidden|opacity\\s*:\\s*0\\b|font-size\\s*:\\s*0"
                            + "|\\shidden[\\s>=])"),
            high(
                    "inject.translate-and-run",
                    List.of("translate", "decode"),
                    "\\b(?:translate|decode)\\b[\\s\\S]{0,120}\\b(?:and|then)" + GAP
                            + "(?:execute|run|follow|obey)\\b"),
            high("secret.private-key", List.of("private key"), "-----begin [a-z ]*private key-----"),
            high(
                    "secret.token",
                    List.of("ghp_", "github_pat_", "glpat-", "akia", "xoxb-", "sk-"),
                    "\\b(?:ghp_[a-z0-9]{36}|github_pat_[a-z0-9_]{50,}|glpat-[a-z0-9_-]{20}|akia[0-9a-z]{16}|xoxb-[0-9a-z-]{30,}"
                            + "|sk-[a-z0-9_-]{40,})"));

    private static TextRule critical(String id, List<String> words, String pattern) {
        return new TextRule(id, Severity.CRITICAL, words, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE));
    }

    private static TextRule high(String id, List<String> words, String pattern) {
        return new TextRule(id, Severity.HIGH, words, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE));
    }

    boolean mayMatch(String lowerCase) {
        return words.stream().anyMatch(lowerCase::contains);
    }
}
