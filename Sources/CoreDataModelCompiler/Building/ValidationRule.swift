/// A predicate that a value must meet, and the error code where it does not.
struct ValidationRule {
    /// The predicate, on the value as SELF.
    let format: String
    /// Apple's code, as compiled models hold it among the validation warnings.
    let code: Int

    /// The rules that an attribute's bounds and pattern amount to.
    static func rules(of attribute: AttributeDeclaration) -> [ValidationRule] {
        let limits = attribute.limits
        var rules: [ValidationRule] = []
        let (subject, tooSmall, tooLarge) =
            switch attribute.type {
            case .string: ("length", 1670, 1660)
            case .date: ("SELF", 1640, 1630)
            default: ("SELF", 1620, 1610)
            }
        if let minimum = limits.minimum {
            rules.append(ValidationRule(format: "\(subject) >= \(minimum.format)", code: tooSmall))
        }
        if let maximum = limits.maximum {
            rules.append(ValidationRule(format: "\(subject) <= \(maximum.format)", code: tooLarge))
        }
        if let pattern = limits.pattern, attribute.type == .string {
            rules.append(ValidationRule(format: "SELF MATCHES \(SwiftText.literal(pattern))", code: 1680))
        }
        return rules
    }
}
