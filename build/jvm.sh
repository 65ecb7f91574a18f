# Sourced by the launchers, so it is plain sh. become starts the JVM; the caller sets JAVA and APP.

# Prints the memory in KiB of this machine, or of its control group if that is less; empty if unknown.
memory_kib() {
    kib=
    [ ! -r /proc/meminfo ] || read -r _ kib _ </proc/meminfo
    group=
    [ ! -r /proc/self/cgroup ] || IFS=: read -r _ _ group </proc/self/cgroup
    for file in "/sys/fs/cgroup$group/memory.max" /sys/fs/cgroup/memory.max; do
        [ -r "$file" ] || continue
        read -r bytes <"$file"
        [ "$bytes" = max ] || [ "$((bytes / 1024))" -ge "${kib:-$bytes}" ] || kib=$((bytes / 1024))
    done
    echo "$kib"
}

# Becomes the JVM with the arguments of Sallyport. ARCHIVE and NATIVE, if set, are the option that writes the archive
# of classes and the folder of native libraries.
become() {
    # A quarter of the memory for classes, at least 128 MiB, since policies become classes. MaxRAMPercentage below
    # limits heap and buffers.
    classes=
    kib=$(memory_kib)
    [ -z "$kib" ] || classes=-XX:MaxMetaspaceSize=$((kib > 524288 ? kib / 4 : 131072))k

    # What ends soon is not worth the second compiler, which takes the processor from the start.
    compiler=
    case ${1:-} in
        demo | run | sandbox | --*) compiler=-XX:TieredStopAtLevel=1 ;;
    esac

    # Non-ASCII file names need a UTF-8 locale.
    [ "$(locale charmap 2>/dev/null)" = UTF-8 ] || export LC_ALL=C.UTF-8

    # Memory that an idle gateway does not need goes back: glibc keeps one arena for each of many threads, and what the
    # compilers have freed. The archive is mapped where its addresses say, so that its pages need no change.
    export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
    memory="-Xms64m -XX:MaxRAMPercentage=25 -XX:TrimNativeHeapInterval=5000"
    memory="$memory -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"

    # A dump has the secrets in force: none is written unless SALLYPORT_JAVA_OPTS asks for one.
    dumps="-XX:-HeapDumpOnOutOfMemoryError -XX:-CreateCoredumpOnCrash"

    # Events of Netty for the flight recorder take part of each start, recorded or not.
    set -- -Dio.netty.jfr.enabled=false -jar "$APP/sallyport.jar" "$@"
    [ -z "${NATIVE:-}" ] || set -- "-Djava.library.path=$NATIVE" "$@"
    # shellcheck disable=SC2086 # the options are words
    exec "$JAVA" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
        -XX:+UseSerialGC $memory $classes $compiler $dumps -XX:+ExitOnOutOfMemoryError \
        ${ARCHIVE:-} -XX:SharedArchiveFile="$APP/sallyport.jsa" \
        -Xlog:cds=off -Xlog:cds+dynamic=off -Xlog:aot=off ${SALLYPORT_JAVA_OPTS:-} "$@"
}
