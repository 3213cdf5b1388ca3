extension UnsafeBufferPointer<UInt8> {
    /// Whether a folded pattern stands anywhere in a text, both of ASCII alone.
    ///
    /// Looks at eight places at a time, for the first and the last byte of the pattern: where both fit, little is left to compare.
    func containsASCII(_ pattern: UnsafeBufferPointer<UInt8>, _ folding: TextFolding) -> Bool {
        guard let head = pattern.first, let tail = pattern.last, let base = baseAddress else { return pattern.isEmpty }
        let last = count - pattern.count
        guard last >= 0 else { return false }
        var start = 0
        if last >= 7 {
            let text = UnsafeRawPointer(base)
            // Makes equal what differs in case, and some signs too, which the comparison tells apart.
            let fold: UInt64 = folding.ignoresCase ? 0x2020_2020_2020_2020 : 0
            let (heads, tails) = (Self.eight(head) | fold, Self.eight(tail) | fold)
            while true {
                let differences =
                    (text.loadUnaligned(fromByteOffset: start, as: UInt64.self) | fold) ^ heads
                    | (text.loadUnaligned(fromByteOffset: start &+ pattern.count &- 1, as: UInt64.self) | fold) ^ tails
                // The high bit of each byte that is zero: no sum carries over, as all bytes are below 0x80.
                var hits = ~(differences &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
                while hits != 0 {
                    let place = start &+ UInt64(littleEndian: hits).trailingZeroBitCount >> 3
                    if hasPattern(pattern, at: place, folding) { return true }
                    hits &= hits &- 1
                }
                if start == last &- 7 { return false }
                // The last look overlaps the one before.
                start = Swift.min(start &+ 8, last &- 7)
            }
        }
        while start <= last {
            if hasPattern(pattern, at: start, folding) { return true }
            start &+= 1
        }
        return false
    }

    private static func eight(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Whether the bytes of a folded pattern stand at an offset.
    @inline(__always)
    func hasPattern(_ pattern: UnsafeBufferPointer<UInt8>, at start: Int, _ folding: TextFolding) -> Bool {
        for index in 0..<pattern.count where folding.fold(self[start &+ index]) != pattern[index] { return false }
        return true
    }
}
