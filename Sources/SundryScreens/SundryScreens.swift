// SundryScreens
