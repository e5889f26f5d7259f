#!/bin/bash
# Kills a backend as a crash would, starts it again, and waits until it listens.
#
#   restart.sh PID_FILE PORT COMMAND [ARGUMENT...]
#
# PID_FILE names the process to kill; where there is none, nothing is killed.
set -eu
pid_file=$1
port=$2
shift 2
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

if [ -s "$pid_file" ]; then
  kill -9 "$(cat "$pid_file")" 2>/dev/null || true
  # The port is free when the process is gone, which takes a moment.
  while listens; do sleep 0.01; done
fi
"$@" >/dev/null 2>&1 &
echo $! >"$pid_file"
until listens; do
  kill -0 $! || exit 1
  sleep 0.1
done
