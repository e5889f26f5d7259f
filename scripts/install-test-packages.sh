#!/bin/sh
# Installs the Debian packages that the tests need and this machine lacks: Chromium to look at reports, ssh and its server
# for tunnels, openssl to make a certificate authority, shellcheck, and the languages of `gate --init`. Where it cannot
# install them, it says so, and the tests that need them are skipped; with CI set, that is a failure.
set -eu
# If another call is installing them already, this one waits for it.
if command -v flock >/dev/null; then
  exec 9>"${TMPDIR:-/tmp}/onramp-harness-test-packages.lock"
  flock 9
fi
packages=""
# The headless shell of Chromium does the same in half the processor time. If the whole browser is installed, tests use that.
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || packages=" chromium-headless-shell"
while read -r program package; do
  command -v "$program" >/dev/null || packages="$packages $package"
done <<'END'
ssh openssh-client
openssl openssl
shellcheck shellcheck
python3 python3
perl perl
ruby ruby
php php-cli
go golang-go
java default-jdk-headless
END
# Debian starts an ssh server where it installs one. The tests need only the program, so a computer that starts services
# does not get it from here.
if [ ! -x /usr/sbin/sshd ] && [ ! -d /run/systemd/system ]; then packages="$packages openssh-server"; fi
if [ -z "$packages" ]; then exit 0; fi

as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo -n"; fi
# A CI machine is thrown away afterwards. It needs no documentation, and its disk need not survive a loss of power.
options=""
if [ -n "${CI:-}" ]; then
  for option in --force-unsafe-io '--path-exclude=/usr/share/doc/*' '--path-exclude=/usr/share/man/*'; do
    options="$options -o DPkg::Options::=$option"
  done
fi
install() {
  command -v apt-get >/dev/null || return 1
  # shellcheck disable=SC2086 # several words
  { $as_root apt-get update -qq &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $options $packages; } \
    >/dev/null 2>&1
}
echo "Installing the Debian packages that the tests need:$packages" >&2
if install; then exit 0; fi
echo "They cannot be installed here. The tests that need them are skipped. To run them too, install:$packages" >&2
if [ -n "${CI:-}" ]; then exit 1; fi
