import Foundation
import PackagePlugin

/// Compiles the data models of a target: every `.xcdatamodeld`, `.xcdatamodel` and `.xcmappingmodel` in its folder.
///
/// The package's own `Resources` folder belongs to `SundryKit`.
@main struct CoreDataModelPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "xcdatamodelc").url
        var folders = [target.directoryURL]
        if target.name == "SundryKit" { folders.append(context.package.directoryURL.appending(path: "Resources")) }
        let models = folders.flatMap(ModelOnDisk.all)
        let mappings = folders.flatMap(MappingOnDisk.all).map { mapping in
            let folder = context.pluginWorkDirectoryURL.appending(path: mapping.name + "Mapping")
            return Command.buildCommand(
                displayName: "Compiling \(mapping.url.lastPathComponent)", executable: tool,
                arguments: [mapping.url.path, "--swift", folder.path],
                inputFiles: mapping.inputs + models.flatMap(\.inputs),
                outputFiles: [folder.appending(path: mapping.output)])
        }
        return mappings
            + folders.flatMap(ModelOnDisk.all).map { model in
                let folder = context.pluginWorkDirectoryURL.appending(path: model.name)
                var arguments = [model.url.path, "--swift", folder.path, "--module", target.moduleName]
                var inputs = model.inputs
                if model.hasHandwrittenClasses {
                    arguments += ["--sources", target.directoryURL.path]
                    inputs += target.sourceFiles(withSuffix: "swift").map(\.url)
                }
                return .buildCommand(
                    displayName: "Compiling \(model.url.lastPathComponent)", executable: tool, arguments: arguments,
                    inputFiles: inputs, outputFiles: model.outputs.map { folder.appending(path: $0) })
            }
    }
}
