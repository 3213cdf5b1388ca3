// CoreDataModelCompiler
