// SundryTerminal
