# Sourced by benchmarks: parses options, creates the folder and a certificate, builds. Do not run it directly.

# options NAME... -- ARGUMENT...: sets a variable for each --NAME VALUE; the caller defines usage().
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

# own_folder [MODE]: if $folder is empty, sets it to a new folder below /tmp, which is removed at exit.
own_folder() {
  made=
  if [ -z "$folder" ]; then
    made=$(mktemp -d /tmp/sallyport-bench.XXXXXX)
    [ $# = 0 ] || chmod "$1" "$made"
    folder=$made
  fi
  trap '[ -z "$made" ] || rm -rf "$made"' EXIT
}

# certificate: writes the key and the certificate of yes.test, of two days, into $folder.
certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=yes.test -addext subjectAltName=DNS:yes.test \
    -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null
}

# measure PROFILE -DNAME=VALUE...: builds, then runs the Maven profile.
measure() {
  local profile=$1
  shift
  echo "bench: building" >&2
  ./sallyport --help >/dev/null
  mvn -q -pl bench -am verify -DskipTests "-P$profile" "$@"
}
