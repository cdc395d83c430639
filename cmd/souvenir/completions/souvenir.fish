# Completion of souvenir for fish.
function __souvenir_complete
    set -l words (commandline -opc)
    set -l candidates ($words[1] __complete fish $words[2..-1] (commandline -ct) 2>/dev/null)
    if test "$candidates" = :files
        __fish_complete_path (commandline -ct)
        return
    end
    printf '%s\n' $candidates
end
complete -c souvenir -f -a '(__souvenir_complete)'
