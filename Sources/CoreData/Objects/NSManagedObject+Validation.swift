extension NSManagedObject {
    /// Checks every property, collecting all failures: one is thrown as it is, more as one error with `NSDetailedErrors`.
    final func validateProperties() throws {
        if !flags.isDisjoint(with: [.inaccessible, .unreadable]) { return }
        try withPlan { plan in
            let dangling = mayDangle ? danglingRelationships(plan) : []
            if dangling.isEmpty { return try validateRules(of: plan) }
            var failures = dangling.map(failure(ofDangling:))
            do {
                try validateRules(of: plan)
            } catch {
                // What leads nowhere reads as nothing, which is not what is wrong with it.
                let names = Set(dangling.map(\.name))
                failures += ValidationFailure.flat([error]).filter { !isAboutLack($0, of: names) }
            }
            try ValidationFailure.throwAll(failures)
        }
    }

    private final func validateRules(of plan: PropertyPlan) throws {
        if OverriddenHooks.validateValue.isOverridden(by: type(of: self)) { return try validate(plan.properties) }
        // Whether any rule is broken is found out without boxing a value; which ones, and all of them, only then.
        if plan.mandatorySlots.contains(where: isMissing(slot:)) || plan.rules.contains(where: isBroken) {
            return try validate(plan.properties.filter(PropertyPlan.hasRule))
        }
        if !plan.ruled.isEmpty { try validate(plan.ruled) }
    }

    private final func validate(_ properties: [NSPropertyDescription]) throws {
        var failures: [any Error] = []
        for property in properties {
            do {
                var value = valueForValidation(property)
                try validateValue(&value, forKey: property.name)
            } catch {
                failures.append(error)
            }
        }
        try ValidationFailure.throwAll(failures)
    }

    private final func isMissing(slot: Int) -> Bool {
        prepareToRead()
        // Lent, not copied: every object of a save is asked.
        let isMissing = withOverlay(slot) { value in
            switch value {
            case .null: true
            // A destination that has left the context was deleted and saved.
            case .object: destination(slot: slot) == nil
            default: false
            }
        }
        return isMissing ?? (stored(slot) { _, _ in false } ?? true)
    }

    private final func isBroken(_ rule: PropertyPlan.Rule) -> Bool {
        prepareToRead()
        let value = predicateValue(slot: rule.slot, of: rule.attribute)
        // Whether there may be none, another rule says.
        if case .null = value { return false }
        return !rule.tests.allSatisfy { $0.evaluate(value) }
    }

    private final func valueForValidation(_ property: NSPropertyDescription) -> Any? {
        unobservedValue(forKey: property.name)
    }

    /// Checks one value by the rules of the model.
    final func validateModelled(_ value: Any?, forKey key: String) throws {
        guard let property = entity.propertiesByName[key] else { return }
        try validate(value, property, path: key)
    }

    /// - Parameter path: the key path of the property, which is its name unless it is an element of a composite attribute.
    final func validate(_ value: Any?, _ property: NSPropertyDescription, path: String) throws {
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
            return try validateCount(of: value, relationship)
        }
        guard let value, !(value is NSNull) else {
            if property.isOptional { return }
            throw ValidationFailure(code: .mandatory, object: self, property: property, path: path, value: nil).error
        }
        if let composite = property as? NSCompositeAttributeDescription {
            try validateElements(of: composite, in: value, path: path)
        }
        for (number, predicate) in property.validationPredicates.enumerated()
        where !predicate.evaluate(with: value) {
            let warnings = property.validationWarnings
            throw ValidationFailure(
                predicate: predicate, warning: number < warnings.count ? warnings[number] : nil,
                object: self, path: path, value: value
            ).error
        }
    }

    private final func validateCount(of value: Any?, _ relationship: NSRelationshipDescription) throws {
        let count = (value as? NSSet)?.count ?? (value as? NSOrderedSet)?.count ?? 0
        // An optional relationship may be empty; `minCount` counts from the first member on.
        if count == 0 && relationship.isOptional { return }
        if count < relationship.minCount {
            throw ValidationFailure(code: .tooFew, object: self, property: relationship, value: value).error
        }
        if relationship.maxCount > 0 && count > relationship.maxCount {
            throw ValidationFailure(code: .tooMany, object: self, property: relationship, value: value).error
        }
    }

    /// Raises the failures of every relationship that forbids the deletion while it is not empty.
    final func validateDeletion() throws {
        if withPlan({ $0.denying.isEmpty }) || !flags.isDisjoint(with: [.inaccessible, .unreadable, .deletedElsewhere])
        {
            return
        }
        var failures: [any Error] = []
        for relationship in home.properties.denying {
            let value = unobservedValue(forKey: relationship.name)
            let remains: Bool
            switch value {
            case let set as NSSet: remains = set.contains(where: Self.remains)
            case let set as NSOrderedSet: remains = set.contains(where: Self.remains)
            case let object as NSManagedObject: remains = Self.remains(object)
            default: remains = false
            }
            if remains {
                failures.append(
                    ValidationFailure(code: .deniedDelete, object: self, property: relationship, value: value).error)
            }
        }
        try ValidationFailure.throwAll(failures)
    }

    /// Whether an object is there after a save. One that was new and deleted with this one has left the context already.
    private static func remains(_ object: Any) -> Bool {
        guard let object = object as? NSManagedObject else { return false }
        return !object.isDeleted && object.home.hasContext
    }
}

/// One rule of the model that a value breaks, as an error with Apple's code, text and userInfo.
struct ValidationFailure {
    enum Code: Int {
        case mandatory = 1570, tooFew = 1580, tooMany = 1590, deniedDelete = 1600
        case numberTooLarge = 1610, numberTooSmall = 1620, dateTooLate = 1630, dateTooSoon = 1640
        case stringTooLong = 1660, stringTooShort = 1670, pattern = 1680, generic = 1550
    }
    let error: NSError

    init(
        code: Code, object: NSManagedObject, property: NSPropertyDescription, path: String? = nil, value: Any?
    ) {
        self.init(
            code: code.rawValue, text: nil, object: object, path: path ?? property.name, value: value, predicate: nil)
    }

    /// A failed validation predicate: the code is the model's warning where that is a number, else what the predicate compares.
    init(
        predicate: NSPredicate, warning: Any?, object: NSManagedObject, path: String, value: Any
    ) {
        self.init(
            code: warning.flatMap(Self.number) ?? Self.code(of: predicate, value: value).rawValue,
            text: warning as? String, object: object, path: path, value: value, predicate: predicate)
    }

    private static func number(_ warning: Any) -> Int? {
        warning is String ? nil : AnyValue.integer(warning).map(Int.init)
    }

    private init(
        code: Int, text: String?, object: NSManagedObject, path: String, value: Any?, predicate: NSPredicate?
    ) {
        var userInfo: [String: Any] = [
            NSValidationKeyErrorKey: path,
            NSValidationObjectErrorKey: object,
            NSLocalizedDescriptionKey: text ?? Self.text(code, path, object.entity.name ?? ""),
        ]
        userInfo[NSValidationValueErrorKey] = value
        userInfo[NSValidationPredicateErrorKey] = predicate
        if code == Code.deniedDelete.rawValue { userInfo["NSValidationErrorShouldAttemptRecoveryKey"] = true }
        error = NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
    }

    private static func code(of predicate: NSPredicate, value: Any) -> Code {
        let format = "\(predicate)"
        if format.contains(" MATCHES") { return .pattern }
        let tooSmall = format.contains(">")
        if format.hasPrefix("length") { return tooSmall ? .stringTooShort : .stringTooLong }
        if value is Date { return tooSmall ? .dateTooSoon : .dateTooLate }
        if value is NSNumber { return tooSmall ? .numberTooSmall : .numberTooLarge }
        return .generic
    }

    private static func text(_ code: Int, _ property: String, _ entity: String) -> String {
        switch Code(rawValue: code) {
        case .mandatory: "\(property) is a required value."
        case .tooFew: "Too few items in \(property)."
        case .tooMany: "Too many items in \(property)."
        case .deniedDelete: "Items cannot be deleted from \(entity) because \(property) is not empty."
        case .numberTooLarge, .stringTooLong: "\(property) is too \(code == 1610 ? "large" : "long")."
        case .numberTooSmall, .stringTooShort: "\(property) is too \(code == 1620 ? "small" : "short")."
        case .dateTooLate: "\(property) is too late."
        case .dateTooSoon: "\(property) is too soon."
        case .pattern: "\(property) does not match the required pattern."
        default: "\(property) is not valid."
        }
    }

    /// What several objects or properties report, as one flat list.
    static func flat(_ failures: [any Error]) -> [any Error] {
        failures.flatMap { failure -> [any Error] in
            let error = failure as NSError
            guard error.domain == NSCocoaErrorDomain, error.code == NSValidationMultipleErrorsError,
                let details = error.userInfo[NSDetailedErrorsKey] as? [any Error]
            else { return [failure] }
            return details
        }
    }

    /// Throws nothing, the one failure, or one error that holds them all.
    static func throwAll(_ failures: [any Error]) throws {
        let flat = flat(failures)
        guard let first = flat.first else { return }
        if flat.count == 1 { throw first }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError,
            userInfo: [
                NSDetailedErrorsKey: flat,
                NSLocalizedDescriptionKey: "Multiple validation errors occurred.",
            ])
    }
}
