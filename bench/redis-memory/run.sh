#!/usr/bin/env bash
# What a million counted calls leave in Redis, and what one costs. Takes about five minutes, most of it
# waiting for windows to begin and to end.
#   bench/redis-memory/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
port=${BENCH_REDIS_PORT:-7791}
mvn -q -B compile dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=target/bench-lib
redis-server --port "$port" --bind 127.0.0.1 --save "" --appendonly no >/dev/null &
redis=$!
trap 'kill "$redis"' EXIT
until redis-cli -p "$port" ping >/dev/null 2>&1; do :; done
java -Xmx512m -cp "target/classes:target/bench-lib/*" bench/redis-memory/RedisMemory.java "$port"
