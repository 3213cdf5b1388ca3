/// A fetch request of a model under construction, whose entity goes by its name.
struct EmbeddedFetchRequest {
    let entity: String
    let predicate: String?
    let configure: (NSFetchRequest<any NSFetchRequestResult>) -> Void

    func build(_ named: (String) -> NSEntityDescription) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = named(entity)
        request.predicate = predicate.map { NSPredicate(format: $0) }
        configure(request)
        return request
    }
}
