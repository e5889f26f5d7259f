#!/bin/sh
# Installs the Debian packages that the tests need: Chromium to look at reports, ssh for tunnels, and openssl to make a
# certificate authority.
set -eu
if [ -x /usr/bin/chromium ] && [ -x /usr/bin/ssh ] && [ -x /usr/bin/openssl ]; then exit 0; fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends chromium openssh-client openssl >/dev/null
