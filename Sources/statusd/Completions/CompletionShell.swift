/// A shell that completes command lines.
///
/// Each script asks this program what may stand at the cursor (``CompletedLine``), so that it goes on being right when
/// the program is upgraded.
enum CompletionShell: String, CaseIterable {
  case bash, fish, zsh

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .fish: Self.fishScript
    case .zsh: Self.zshScript
    }
  }

  private static let bashScript = #"""
    # Completions of statusd for bash.
    _statusd() {
        local offer current=${COMP_WORDS[COMP_CWORD]}
        [[ $current == [=:] ]] && current=
        COMPREPLY=()
        while IFS= read -r offer; do
            case $offer in
                :file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
                :folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
                *) COMPREPLY+=("${offer%%$'\t'*}") ;;
            esac
        done < <("${COMP_WORDS[0]}" ---complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    }
    complete -F _statusd statusd
    """#

  private static let fishScript = #"""
    # Completions of statusd for fish.
    function __statusd_offers
        set -l words (commandline -opc) (commandline -ct)
        for offer in ($words[1] ---complete $words[2..-1] 2>/dev/null)
            switch $offer
                case :file
                    __fish_complete_path (commandline -ct)
                case :folder
                    __fish_complete_directories (commandline -ct)
                case '*'
                    echo $offer
            end
        end
    end
    complete -c statusd -f -a '(__statusd_offers)'
    """#

  private static let zshScript = #"""
    #compdef statusd
    # Completions of statusd for zsh.
    _statusd() {
        local offer
        local -a offers
        for offer in "${(@f)$("${words[1]}" ---complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
            case $offer in
                :file) _files ;;
                :folder) _files -/ ;;
                *$'\t'*) offers+=("${${offer%%$'\t'*}//:/\\:}:${offer#*$'\t'}") ;;
                ?*) offers+=("${offer//:/\\:}") ;;
            esac
        done
        (( $#offers == 0 )) || _describe 'statusd' offers
    }
    if [[ $funcstack[1] == _statusd ]]; then _statusd "$@"; else compdef _statusd statusd; fi
    """#
}
