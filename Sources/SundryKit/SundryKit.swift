// SundryKit
