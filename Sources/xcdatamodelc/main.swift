import CoreDataModelCompiler

CommandLineTool.main()
