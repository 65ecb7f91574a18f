package io.sallyport.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of all commands, from picocli's model of them. */
final class CliReference {
    /** An option that at least this many commands share is described once. */
    private static final int SHARED = 3;

    private static final int WIDTH = 118;

    private final List<String> lines = new ArrayList<>();
    private final List<CommandSpec> commands;
    private final Map<String, Integer> uses = new HashMap<>();

    CliReference(CommandLine all) {
        commands = commands(all.getCommandSpec()).toList();
        commands.forEach(command -> options(command).forEach(option -> uses.merge(entry(option), 1, Integer::sum)));
    }

    /** Returns the whole page after {@code intro}. */
    String page(String intro) {
        lines.add(intro.strip());
        lines.addAll(List.of("", "## Commands", ""));
        for (CommandSpec command : commands) {
            String name = name(command);
            wrapped("- [`%s`](#%s): %s".formatted(name, name.replace(' ', '-'), summary(command)));
        }
        lines.addAll(List.of("", "## Shared options", "", "Several commands have these options.", ""));
        commands.stream()
                .flatMap(this::options)
                .filter(this::isShared)
                .map(CliReference::entry)
                .distinct()
                .sorted()
                .forEach(this::wrapped);
        commands.forEach(this::section);
        return String.join("\n", lines) + "\n";
    }

    private void section(CommandSpec command) {
        lines.addAll(List.of("", "## " + name(command), ""));
        for (String sentence : command.usageMessage().description()) {
            wrapped(escaped(sentence));
            lines.add("");
        }
        lines.addAll(List.of("```text", synopsis(command), "```", ""));
        command.positionalParameters().stream().map(CliReference::entry).forEach(this::wrapped);
        options(command)
                .filter(option -> !isShared(option))
                .map(CliReference::entry)
                .forEach(this::wrapped);
        List<String> shared = options(command)
                .filter(this::isShared)
                .map(CliReference::longest)
                .toList();
        if (!shared.isEmpty()) {
            wrapped("- shared: " + String.join(", ", shared));
        }
        exitCodes(command.usageMessage().exitCodeList());
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
    }

    private void exitCodes(Map<String, String> codes) {
        if (!codes.isEmpty()) {
            lines.addAll(List.of("", "| exit code | |", "|---|---|"));
            codes.forEach((code, meaning) -> lines.add("| %s | %s |".formatted(code, meaning)));
        }
    }

    private void wrapped(String text) {
        String indent = text.startsWith("- ") ? "  " : "";
        var line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > indent.length() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(indent).append(word);
            } else {
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
        }
        lines.add(line.toString());
    }

    private boolean isShared(OptionSpec option) {
        String same = "- `" + option.longestName() + "`: ";
        long texts = uses.entrySet().stream()
                .filter(use -> use.getKey().startsWith(same) && use.getValue() >= SHARED)
                .count();
        return uses.getOrDefault(entry(option), 0) >= SHARED && texts < 2;
    }

    private static Stream<CommandSpec> commands(CommandSpec spec) {
        return spec.subcommands().isEmpty()
                ? Stream.of(spec)
                : spec.subcommands().values().stream().flatMap(sub -> commands(sub.getCommandSpec()));
    }

    private Stream<OptionSpec> options(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .sorted((a, b) -> a.longestName().compareTo(b.longestName()));
    }

    private static String name(CommandSpec command) {
        return command.qualifiedName().substring("sallyport ".length());
    }

    private static String summary(CommandSpec command) {
        String first = command.usageMessage().description()[0];
        int end = first.indexOf(". ");
        return escaped(end < 0 ? first : first.substring(0, end + 1));
    }

    private static String synopsis(CommandSpec command) {
        String parameters = command.positionalParameters().stream()
                .map(CliReference::parameter)
                .reduce("", (all, next) -> all + " " + next);
        return command.qualifiedName() + " [OPTION...]" + parameters;
    }

    private static String parameter(PositionalParamSpec parameter) {
        String label = parameter.paramLabel() + (parameter.arity().max() > 2 ? "..." : "");
        return parameter.arity().min() == 0 ? "[" + label + "]" : label;
    }

    private static String entry(OptionSpec option) {
        String value = option.arity().max() == 0
                ? ""
                : " " + option.paramLabel() + (option.arity().max() > 1 ? "..." : "");
        String names = String.join(
                ", ",
                Arrays.stream(option.names())
                        .map(name -> "`" + name + value + "`")
                        .toList());
        return "- " + names + (option.required() ? " (required)" : "") + ": " + text(option);
    }

    private static String entry(PositionalParamSpec parameter) {
        return "- `" + parameter.paramLabel() + "`: " + text(parameter);
    }

    private static String text(ArgSpec argument) {
        String text = escaped(String.join(" ", argument.description()));
        String usual = argument.defaultValueString();
        return text.replace("${DEFAULT-VALUE}", usual == null ? "" : "`" + usual + "`");
    }

    private static String longest(OptionSpec option) {
        return "`" + option.longestName() + "`";
    }

    /** Escapes what Markdown would interpret. */
    private static String escaped(String text) {
        return text.replace("*", "\\*").replace("|", "\\|").replace("<", "&lt;");
    }
}
