extension NSManagedObjectModel {
    /// The fetch requests that the model keeps, by name. They are templates: copy one before changing it.
    public final var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] { templates }

    /// Keeps a fetch request under a name; nil removes the one that is there.
    public final func setFetchRequestTemplate(
        _ template: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        requireEditable()
        templates[name] = template
    }

    /// The fetch request of that name, nil if there is none.
    public final func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        templates[name]
    }

    /// A copy of the fetch request of that name in which each variable of the predicate has its value. Nil if there is none.
    ///
    /// A variable without a value raises.
    public final func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let template = templates[name] else { return nil }
        let request = FetchRequestContent.request(template.settings, entity: template.entity)
        request.predicate = template.predicate?.withSubstitutionVariables(variables)
        if let missing = request.predicate?.predicateNode.freeVariables.sorted().first {
            raise(
                "NSInvalidArgumentException",
                "Missing value for substitution variable '\(missing)' of template '\(name)'.")
        }
        return request
    }
}
