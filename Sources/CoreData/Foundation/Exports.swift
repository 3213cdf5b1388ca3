// Like Apple's framework, `import CoreData` brings Foundation along.
@_exported import Foundation
