/// A mapping model that stands in the program. Generated sources conform to it, one type a model:
///
///     public enum V1ToV2Mapping: EmbeddedMappingModel {
///         public static var name: String { "V1ToV2" }
///         public static var compiledForm: String { "YnBsaXN0MDDU…" }
///     }
///
/// Nothing has to be called: conforming is enough for a store to be migrated by it. The conforming type must not be generic,
/// and must be public so that no optimiser takes it for unused.
public protocol EmbeddedMappingModel {
    /// The name of the mapping model: its file's without extension.
    static var name: String { get }
    /// The content of its `.cdm` file in Base64.
    static var compiledForm: String { get }
}

/// The mapping models that stand in the program; looked for when a store is to be migrated.
enum EmbeddedMappingModels {
    static var types: [any EmbeddedMappingModel.Type] {
        ConformanceRecords.types(conformingTo: (any EmbeddedMappingModel).self).compactMap {
            $0 as? any EmbeddedMappingModel.Type
        }
    }

    static var all: [NSMappingModel] {
        types.sorted { $0.name < $1.name }.compactMap { type in
            guard let data = Data(base64Encoded: type.compiledForm),
                let mappings = try? MappingModelDecoder.decode(data)
            else { return nil }
            let model = NSMappingModel()
            model.entityMappings = mappings
            return model
        }
    }
}
