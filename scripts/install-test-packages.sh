#!/bin/sh
# Installs the Debian packages that the tests need: a browser, to look at reports as a person would, and the program ssh, which
# tunnels can go over.
set -eu
if [ -x /usr/bin/chromium ] && [ -x /usr/bin/ssh ]; then exit 0; fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium openssh-client >/dev/null
