# Completion of souvenir for bash.
_souvenir() {
	local line
	COMPREPLY=()
	while IFS= read -r line; do
		if [[ $line == :files ]]; then
			compopt -o default 2>/dev/null
			return
		fi
		line=${line%%$'\t'*}
		[[ $line == *= ]] && compopt -o nospace 2>/dev/null
		COMPREPLY+=("$line")
	done < <("$1" __complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _souvenir souvenir
