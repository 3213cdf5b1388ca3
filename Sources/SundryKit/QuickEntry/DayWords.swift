/// The words for days in English, German, French, Spanish and Swedish, without case and accents.
enum DayWords {
    private static let named = [
        "mo mon monday montag lun lundi lunes man mandag mandagen",
        "di tue tues tuesday dienstag mar mardi martes tis tisdag",
        "mi wed weds wednesday mittwoch mer mercredi mie miercoles ons onsdag",
        "do thu thur thurs thursday donnerstag jeu jeudi jue jueves tor tors torsdag",
        "fr fri friday freitag ven vendredi vie viernes fre fredag",
        "sa sat saturday samstag sonnabend sam samedi sab sabado lor lordag",
        "so sun sunday sonntag dim dimanche dom domingo son sondag",
    ]

    private static let weekdays: [Substring: Int] = {
        var weekdays: [Substring: Int] = [:]
        for (number, words) in named.enumerated() {
            for word in words.split(separator: " ") { weekdays[word] = number }
        }
        return weekdays
    }()

    private static let near: [Substring: Int] = [
        "today": 0, "tod": 0, "heute": 0, "aujourd'hui": 0, "aujourd’hui": 0, "hoy": 0, "idag": 0,
        "tomorrow": 1, "tom": 1, "tmrw": 1, "morgen": 1, "demain": 1, "manana": 1, "imorgon": 1, "imorn": 1,
        "ubermorgen": 2, "overmorgon": 2, "yesterday": -1, "gestern": -1, "hier": -1, "ayer": -1, "igar": -1,
    ]

    /// 0 for Monday to 6 for Sunday.
    static func weekday(_ word: some StringProtocol) -> Int? { weekdays[Substring(word)] }

    /// How many days from today.
    static func days(_ word: some StringProtocol) -> Int? { near[Substring(word)] }

    /// As they are printed.
    static let short = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}
