import Foundation

/// Compiles expressions into closures.
enum ExpressionEvaluator {
    typealias Subject = PredicateEvaluator.Subject
    typealias Term = @Sendable (Subject) -> PredicateValue

    static func compile(_ node: ExpressionNode) -> Term {
        switch node {
        case .constant(let value): return { _ in value }
        case .evaluatedObject, .anyKey: return { $0.root }
        case .variable(let name): return { value(of: name, $0) }
        case .keyPath(let operand, let keys): return compile(KeyPathReader(keys), of: operand)
        case .element(let operand, let index): return compile(index, of: compile(operand))
        case .aggregate(let members):
            let terms = members.map(compile)
            return { subject in .collection(terms.map { $0(subject) }) }
        case .conditional(let test, let first, let second):
            let (test, first, second) = (PredicateEvaluator.compile(test), compile(first), compile(second))
            return { test($0) ? first($0) : second($0) }
        case .subquery(let collection, let name, let test):
            return compileSubquery(compile(collection), name, PredicateEvaluator.compile(test))
        case .setOperation(let operation, let first, let second):
            let (first, second) = (compile(first), compile(second))
            return { combine(operation, first($0), second($0)) }
        case .block(let block, let arguments):
            let terms = arguments.map(compile)
            return { subject in
                PredicateValue(
                    block.body(
                        subject.root.foundationValue, terms.map { $0(subject).foundationValue ?? NSNull() },
                        subject.variables.mapValues { $0.foundationValue ?? NSNull() }))
            }
        case .function(let selector, let arguments): return compile(selector, arguments)
        }
    }

    private static func value(of name: String, _ subject: Subject) -> PredicateValue {
        guard let value = subject.variables[name] else {
            raise(
                "NSInvalidArgumentException",
                "Can't get value for '\(name)' in bindings \(Array(subject.variables.keys).sorted()).")
        }
        return value
    }

    private static func compile(_ path: KeyPathReader, of operand: ExpressionNode) -> Term {
        if operand == .evaluatedObject {
            if let key = path.onlyKey { return { $0.root.value(for: key) } }
            return { path.read($0.root) }
        }
        let operand = compile(operand)
        return { path.read(operand($0)) }
    }

    private static func compile(_ index: ElementIndex, of operand: @escaping Term) -> Term {
        switch index {
        case .first: return { operand($0).members?.first ?? .null }
        case .last: return { operand($0).members?.last ?? .null }
        case .size: return { .integer(Int64(operand($0).members?.count ?? 0)) }
        case .at(let expression):
            let term = compile(expression)
            return { subject in
                let collection = operand(subject)
                let index = term(subject)
                if let members = collection.members {
                    guard let offset = index.integerValue, members.indices.contains(Int(offset)) else { return .null }
                    return members[Int(offset)]
                }
                return index.text.map { collection.value(for: ManagedKey($0)) } ?? .null
            }
        }
    }

    private static func compileSubquery(
        _ collection: @escaping Term, _ name: String, _ test: @escaping PredicateEvaluator.Test
    ) -> Term {
        { subject in
            var inner = subject
            return .collection(
                (collection(subject).members ?? []).filter { member in
                    inner.variables[name] = member
                    return test(inner)
                })
        }
    }

    private static func combine(
        _ operation: SetOperation, _ first: PredicateValue, _ second: PredicateValue
    ) -> PredicateValue {
        let (first, second) = (first.members ?? [], second.members ?? [])
        let others = Set(second)
        switch operation {
        case .union:
            let own = Set(first)
            return .collection(first + second.filter { !own.contains($0) })
        case .intersect: return .collection(first.filter { others.contains($0) })
        case .minus: return .collection(first.filter { !others.contains($0) })
        }
    }

    private static func compile(_ selector: String, _ arguments: [ExpressionNode]) -> Term {
        if selector == NamedFunctions.keyword {
            let terms = arguments.map(compile)
            return { subject in NamedFunctions.call(terms.map { $0(subject) }) }
        }
        if selector == FetchedObjectsCall.keyword {
            let terms = arguments.map(compile)
            return { subject in FetchedObjectsCall.value(terms.map { $0(subject) }) }
        }
        guard let function = PredicateFunction.selector(selector) else {
            raise("NSInvalidArgumentException", "Unsupported function expression \(selector)")
        }
        let terms = arguments.map(compile)
        let body = function.body
        switch terms.count {
        case 1:
            let only = terms[0]
            return { body([only($0)]) }
        default: return { subject in body(terms.map { $0(subject) }) }
        }
    }
}
