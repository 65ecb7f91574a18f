package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.EnvironmentVariables;
import io.sallyport.credentials.SecretCommand;
import io.sallyport.credentials.SecretFile;
import io.sallyport.credentials.SecretForm.ProcessCredentials;
import io.sallyport.credentials.SecretSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.secret.aws}: the keys of an identity at AWS, of which a session token is one. */
final class AwsSection {
    private static final String PATH = "providers.*.secret.aws";
    private static final String OBJECT =
            "`AccessKeyId`, `SecretAccessKey`, and for temporary keys `SessionToken` and `Expiration`";

    private static final Keys AWS = new Keys(PATH);
    private static final Key<String> FILE =
            AWS.optional("file", Forms.FILE, "not from there", "The file with a JSON object of " + OBJECT + ".");
    private static final Key<String> COMMAND = AWS.list(
            "command",
            Form.STRING,
            "not from there",
            "A program and its arguments, without a shell, that prints such an object, as a `credential_process` of"
                    + " the AWS CLI does.");
    private static final Key<Duration> TIME_LIMIT = SourceKeys.timeLimit(AWS);

    private static final Keys VARIABLES = new Keys(PATH + ".env");
    private static final Key<String> KEY_ID = VARIABLES.optional(
            ProcessCredentials.ACCESS_KEY_ID,
            Forms.VARIABLE,
            "`AWS_ACCESS_KEY_ID`",
            "The variable of the gateway's environment with the access key id.");
    private static final Key<String> SECRET_KEY = VARIABLES.optional(
            ProcessCredentials.SECRET_ACCESS_KEY,
            Forms.VARIABLE,
            "`AWS_SECRET_ACCESS_KEY`",
            "The one with the secret access key.");
    private static final Key<String> TOKEN = VARIABLES.optional(
            ProcessCredentials.SESSION_TOKEN,
            Forms.VARIABLE,
            "none: the keys are lasting",
            "The one with the session token of temporary keys.");

    private AwsSection() {}

    static List<Keys> keys() {
        return List.of(AWS, VARIABLES);
    }

    static SecretSource read(Section section, Path folder) throws ConfigException {
        boolean hasVariables = section.has("env");
        @Nullable Path file = section.path(FILE, folder);
        List<String> command = section.list(COMMAND);
        Duration limit = section.read(TIME_LIMIT);
        long named = Stream.of(hasVariables, file != null, !command.isEmpty())
                .filter(is -> is)
                .count();
        if (named != 1) {
            throw section.error("one of env, file and command is needed");
        }
        if (hasVariables) {
            SecretSource variables = variables(section.section("env"));
            section.end();
            return variables;
        }
        section.end();
        return SourceKeys.accepted(
                file != null
                        ? SecretFile.of(file.toString(), new ProcessCredentials())
                        : SecretCommand.of(command, limit, new ProcessCredentials()),
                section);
    }

    private static SecretSource variables(Section section) throws ConfigException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(ProcessCredentials.ACCESS_KEY_ID, section.read(KEY_ID, "AWS_ACCESS_KEY_ID"));
        variables.put(ProcessCredentials.SECRET_ACCESS_KEY, section.read(SECRET_KEY, "AWS_SECRET_ACCESS_KEY"));
        @Nullable String token = section.find(TOKEN);
        if (token != null) {
            variables.put(ProcessCredentials.SESSION_TOKEN, token);
        }
        section.end();
        return SourceKeys.accepted(EnvironmentVariables.of(variables), section);
    }
}
