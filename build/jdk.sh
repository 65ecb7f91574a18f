# Sourced by the launcher and by .ci/run, so it is plain sh. find_jdk sets JDK to a JDK that is new enough, or calls the caller's fail.

JDK_NEEDED=25

# Prints the major version of the JDK at $1, or 0. Reads its release file, to avoid starting a JVM.
jdk_version() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || { echo 0; return; }
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null || true)
    [ -n "$version" ] || version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
    echo "${version:-0}"
}

# Sets JDK to the folder $1 if it is a JDK that is new enough.
accept() {
    [ -n "$1" ] || return 1
    [ "$(jdk_version "$1")" -ge "$JDK_NEEDED" ] || return 1
    JDK=$1
}

jdk_of_path() {
    found=$(command -v java) || return 1
    [ "$(uname)" != Darwin ] || return 1 # on macOS java may be a stub that asks for a JDK
    home=$(dirname "$(dirname "$(readlink -f "$found")")")
    accept "$home"
}

find_jdk() {
    JDK=
    accept "${JAVA_HOME:-}" && return
    jdk_of_path && return
    for home in /usr/lib/jvm/* /opt/* /opt/java/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        accept "$home" && return
    done
    fail "no JDK $JDK_NEEDED or newer found. Looked in JAVA_HOME (${JAVA_HOME:-not set}), on the PATH," \
        "in /usr/lib/jvm, /opt, ~/.sdkman/candidates/java, ~/.jdks and /Library/Java/JavaVirtualMachines." \
        "Install one, or set JAVA_HOME to where it is."
}
