/// The shells that can complete, and what each is told. They know nothing of the commands: with every Tab they ask.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    /// Stands in the place of all words where the shell is to offer files. No title is a tab.
    private static let files = "\t"

    /// What the shell reads once.
    var text: String {
        switch self {
        case .bash: Self.bashText
        case .zsh: Self.zshText
        case .fish: Self.fishText
        }
    }

    /// What the shell is answered with, line by line. From bash come the line as it is typed and the part of it that will
    /// be replaced, from the others the words.
    func answer(_ words: [String]) throws -> [String] {
        guard self == .bash else {
            return Self.lines(try Completion(words).offer()) { candidate in
                if self == .fish { return "\(candidate.word)\t\(candidate.about)" }
                let word = candidate.word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
                return candidate.about.isEmpty ? word : "\(word):\(candidate.about)"
            }
        }
        let line = ShellWords(words.first ?? "")
        guard !line.words.isEmpty else { return [] }
        // bash ends words at “=” and “:”, too, and replaces only what comes after.
        let replaced = words.count > 1 ? words[1] : ""
        let kept = line.typed.hasSuffix(replaced) ? line.typed.count - replaced.count : 0
        return Self.lines(try Completion(line.words.dropFirst() + [line.current]).offer()) { candidate in
            line.quoted(candidate.word).map { String($0.dropFirst(kept)) }
        }
    }

    private static func lines(_ offer: Completion.Offer, _ line: (Completion.Candidate) -> String?) -> [String] {
        switch offer {
        case .files: [files]
        case .words(let candidates): candidates.compactMap(line)
        }
    }

    private static let bashText = #"""
        # bash completion for sundry
        _sundry() {
            local program=${1/#\~/$HOME}
            mapfile -t COMPREPLY < <("$program" completions bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
            if [[ ${COMPREPLY[0]} == $'\t' ]]; then
                COMPREPLY=()
                compopt -o default
            fi
        }
        complete -o nosort -F _sundry sundry
        """#

    private static let zshText = #"""
        #compdef sundry
        # zsh completion for sundry
        _sundry() {
            local -a answer
            # A word that is in quotes stands in PREFIX without the one that opens them.
            answer=("${(@f)$(${(Q)~words[1]} completions zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            if [[ $answer[1] == $'\t' ]]; then
                compset -P '--*='
                _files
            elif [[ -n $answer[1] ]]; then
                _describe -V sundry answer
            fi
        }
        if [[ $funcstack[1] == _sundry ]]; then
            _sundry "$@"
        else
            compdef _sundry sundry
        fi
        """#

    private static let fishText = #"""
        # fish completion for sundry
        function __sundry_complete
            set -l words (commandline -opc)
            set -l word (commandline -ct)
            # A quote that is still open is no part of the word.
            set -l plain (string unescape -- $word; or string sub -s 2 -- $word)
            set -l answer (command $words[1] completions fish -- $words[2..-1] "$plain" 2>/dev/null)
            if test "$answer[1]" = \t
                set -l option (string match -r '^--[^=]*=' -- $plain)
                printf '%s\n' "$option"(__fish_complete_path (string replace -- "$option" '' $plain))
            else
                printf '%s\n' $answer
            end
        end
        complete -c sundry -f -k -a '(__sundry_complete)'
        """#
}
