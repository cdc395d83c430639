#compdef souvenir
# Completion of souvenir for zsh.
_souvenir() {
	local line
	local -a plain open
	for line in "${(@f)$("${words[1]}" __complete zsh "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		case $line in
		:files) _files; return ;;
		*=$'\t'*) open+=("${line%%$'\t'*}") ;;
		?*) plain+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
		esac
	done
	(( $#open )) && compadd -S '' -- $open
	(( $#plain )) && _describe souvenir plain
}
if [[ ${funcstack[1]} == _souvenir ]]; then
	_souvenir "$@"
else
	compdef _souvenir souvenir
fi
