# Which lines of the contract have a test: reads Lines.txt, then test sources, whose display names begin with a line's number.
#
#     awk -f table.awk Lines.txt Sources.swift …

FILENAME == ARGV[1] && /^# / {
    sections[++sectionCount] = substr($0, 3)
    next
}

FILENAME == ARGV[1] && NF > 0 {
    line[++lineCount] = $1
    section[$1] = sectionCount
    what[$1] = substr($0, length($1) + 2)
    next
}

FILENAME == ARGV[1] { next }

# The name stands behind `@Test(`, or on the line after it.
(/@Test\(/ || opened) && match($0, /"[0-9]+\.[0-9]+ /) {
    number = substr($0, RSTART + 1, RLENGTH - 2)
    file = FILENAME
    sub(/.*\//, "", file)
    sub(/\.swift$/, "", file)
    if (!(number in what)) unknown[number] = file
    if (index(" " tests[number] " ", " " file " ") == 0)
        tests[number] = tests[number] (number in tests && tests[number] != "" ? " " : "") file
}

{ opened = /@Test\($/ }

END {
    for (at = 1; at <= sectionCount; at++) {
        tested = total = 0
        rows = ""
        for (index_ = 1; index_ <= lineCount; index_++) {
            number = line[index_]
            if (section[number] != at) continue
            total++
            state = number in tests ? "tested" : "missing"
            if (state == "tested") tested++
            rows = rows sprintf("%-6s %-8s %-62s %s\n", number, state, what[number], tests[number])
        }
        printf "%s: %d of %d\n%s\n", sections[at], tested, total, rows
        allTested += tested
        all += total
    }
    for (number in unknown) printf "%s in %s is no line of the contract\n", number, unknown[number]
    printf "tested %d of %d, missing %d\n", allTested, all, all - allTested
}
