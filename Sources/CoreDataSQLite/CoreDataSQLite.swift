// CoreDataSQLite
