# Sourced by the scripts beside it: makes sure that the tools are there, or says in one line what to
# install. On Debian and Ubuntu, as root, it installs them.

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

install() {
  if can_install; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"; } >/dev/null
  else
    return 1
  fi
}

java_version() { java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1; }

# Methods are compiled in full after twelve times as many calls as Java's own default: else that takes a
# third of the CPU of a start. After a minute of load speed is the same.
start_options=(
  -XX:Tier4InvocationThreshold=60000 -XX:Tier4MinInvocationThreshold=7200
  -XX:Tier4CompileThreshold=180000 -XX:Tier4BackEdgeThreshold=480000
)

need_java_and_maven() {
  if ! command -v java >/dev/null || ! command -v javac >/dev/null || [ "$(java_version)" -lt 17 ]; then
    install openjdk-17-jdk-headless || { echo "Install a JDK, 17 or newer." >&2; exit 2; }
  fi
  if ! command -v mvn >/dev/null; then
    install maven || { echo "Install Maven, 3.8 or newer." >&2; exit 2; }
  fi
}

# The client tests and the conformance suite run on Node 22, which the npm package `node` brings; any
# Node is enough to fetch it.
need_node() {
  if ! command -v npm >/dev/null; then
    install nodejs npm || echo "Install Node.js and npm to run the client tests; they are skipped." >&2
  fi
}

# The tests of shared rate limits start a Redis of their own.
need_redis() {
  if ! command -v redis-server >/dev/null || ! command -v redis-cli >/dev/null; then
    install redis-server || echo "Install redis-server (5 or newer) to test shared rate limits; those tests are skipped." >&2
  fi
}

# The console is looked at in a real browser.
need_chromium() {
  if ! [ -x /usr/bin/chromium ]; then
    install chromium || echo "Install chromium to test the console in a browser; that test is skipped." >&2
  fi
}
