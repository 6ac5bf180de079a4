# Reads other suites of Debian's archive than the machine's, and installs nothing. Scripts that put programs into the user's cache
# folder ($cache) source this. Sets $work, a folder that is deleted at the end.
mkdir -p "$cache"
work=$(mktemp -d "$cache/work.XXXXXX")
trap 'rm -rf "$work"' EXIT

say() { echo "setup: $*" >&2; }

# The end of the log of what failed.
why() { tail -n 3 "$work/log" 2>/dev/null | sed 's/^/  /' >&2 || true; }

# A separate apt, with lists, caches and no installed packages in the work folder: it reads the machine's list of archives and
# changes nothing.
apt() {
  local command=$1
  shift
  "$command" -q -y -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" -o Dir::State::status="$work/apt/status" \
    -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Sandbox::User=root "$@"
}

# make_apt TYPE/SUITE...: lists the packages of these suites (deb/sid), from the archive that serves the machine's release.
make_apt() {
  command -v apt-get >/dev/null || return 1
  local release uri entry
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  uri=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v release="$release" '$2 == release && $3 == "main" { print $1; exit }')
  [[ -n $uri ]] || return 1
  mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/files"
  : >"$work/apt/status"
  for entry in "$@"; do
    echo "${entry%/*} [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri ${entry#*/} main"
  done >"$work/apt/sources.list"
  apt apt-get update >"$work/log" 2>&1
}

# fetch PACKAGE[/SUITE]...: into $work/files.
fetch() { (cd "$work/files" && apt apt-get download "$@") >>"$work/log" 2>&1; }

# keep MADE PLACE: moves the result into place atomically, even if another process does the same at this moment.
keep() {
  touch "$1/complete"
  rm -rf "$2.old"
  if [[ -e $2 ]]; then mv "$2" "$2.old"; fi
  mv -T "$1" "$2"
  rm -rf "$2.old"
}
