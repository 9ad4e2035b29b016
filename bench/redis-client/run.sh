#!/usr/bin/env bash
# Redisson and vertx-redis-client side by side, against a Redis of its own.
#   bench/redis-client/run.sh [seconds a sample] [rounds]
set -euo pipefail
cd "$(dirname "$0")"
port=${BENCH_REDIS_PORT:-7790}
mvn -q -B package dependency:copy-dependencies -DoutputDirectory=target/lib
redis-server --port "$port" --bind 127.0.0.1 --save "" --appendonly no >/dev/null &
redis=$!
trap 'kill "$redis"' EXIT
until redis-cli -p "$port" ping >/dev/null 2>&1; do :; done
java -Xmx512m -cp "target/classes:target/lib/*" bench.RedisClients "$port" "${1:-6}" "${2:-3}"
