import CoreDataModelCompiler
import Foundation

exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
