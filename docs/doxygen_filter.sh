#!/bin/sh
# doxygen_filter.sh FILE: what Doxygen gets to see. Headers: comments marked for it; lines of dashes separate groups and
# stay as they are. Guides: links to sources, which are no part of the site, become plain names.
case $1 in
  *.h) sed -e '1s|^/\*|/** \\file\n|' -e '2,$s|^/\* \([^-]\)|/** \1|' "$1" ;;
  *) sed -e 's#\[\([^]]*\)\](ida_consistent_init[^)]*)#\1#g' -e 's#\[\([^]]*\)\](\.\./[^)]*)#\1#g' "$1" ;;
esac
