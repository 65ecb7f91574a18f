# Sourced by the benchmarks that Maven runs: their options, their folder and the build. Not to be run.

# options NAME... -- ARGUMENT...: sets the variable of each --NAME VALUE; usage() is the caller's.
options() {
  local known=" "
  while [ "$1" != -- ]; do known+="$1 "; shift; done
  shift
  while [ $# -gt 0 ]; do
    case $1 in
      --help) usage; exit 0 ;;
      --*) [[ $known == *" ${1#--} "* ]] || { usage >&2; exit 2; }
        printf -v "${1#--}" %s "$2"; shift 2 ;;
      *) usage >&2; exit 2 ;;
    esac
  done
}

# Sets folder to a new one below /tmp, removed at the end, where it is empty; MODE of it, where that is said.
own_folder() {
  made=
  if [ -z "$folder" ]; then
    made=$(mktemp -d /tmp/sallyport-bench.XXXXXX)
    [ $# = 0 ] || chmod "$1" "$made"
    folder=$made
  fi
  trap '[ -z "$made" ] || rm -rf "$made"' EXIT
}

# measure PROFILE -DNAME=VALUE...: builds, then has Maven run what the profile says.
measure() {
  local profile=$1
  shift
  echo "bench: building" >&2
  ./sallyport --help >/dev/null
  mvn -q -pl bench -am verify -DskipTests "-P$profile" "$@"
}
