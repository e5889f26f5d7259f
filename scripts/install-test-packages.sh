#!/bin/sh
# Installs the Debian packages that the tests need: Chromium to look at reports, ssh for tunnels, openssl to make a
# certificate authority, and the languages of `gate --init`.
set -eu
missing=""
for program in chromium ssh openssl python3 perl ruby php go java; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
if [ -z "$missing" ]; then exit 0; fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  chromium openssh-client openssl python3 perl ruby php-cli golang-go default-jdk-headless >/dev/null
