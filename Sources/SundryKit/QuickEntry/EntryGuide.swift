/// What may be typed of an item, for help and manual.
public enum EntryGuide {
    /// Examples, and what they mean.
    public static let rows: [(example: String, meaning: String)] = [
        ("2 l milk", "how much: 500g, 1/2 kg, 1½ kg, 1,5 l, 6x, 3 × 500 g, 2-3"),
        ("milk, 2 l", "the same behind the title: 2 l, x6, (2)"),
        ("#dairy", "its category; #\"Meat & Fish\" with blanks"),
        ("$1.29", "at the end: its price; 1,29 €, 2.50 CHF"),
        ("due:fri", "when: tomorrow, +3d, 12.5., 5/12, 2026-12-24, friT18:00"),
        ("!high", "at either end: its priority; !1 to !9, !low"),
        ("*party", "at the end: a tag"),
        ("@Aldi", "the shop: stays in the title, and counts in the totals per shop"),
        ("every:week", "how often: day, 2w, month, mon,thu"),
        ("milk; 6x eggs", "several items; pasted lines are items each"),
        ("=2 l milk", "a title as it stands"),
    ]

    /// What else there is to know; lines of at most 78 characters.
    public static let rest = """
        What is not understood stays in the title, and so does a number alone, as in
        “7 up”. Units and days may be English, German, French, Spanish or Swedish.
        """
}
