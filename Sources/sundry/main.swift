import Foundation
import SundryKit

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
