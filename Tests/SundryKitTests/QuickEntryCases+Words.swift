extension QuickEntryCases {
    /// What is a title, whatever it looks like.
    static let titles = #"""
        item 1 → item 1
        route 66 → route 66
        7 up → 7 up
        7up → 7up
        2001 a space odyssey → 2001 a space odyssey
        400 light bulbs → 400 light bulbs
        12 eggs → 12 eggs
        a@b.c → a@b.c
        http://x/#y → http://x/#y
        https://x.org/a?b=2#c → https://x.org/a?b=2#c
        C# → C#
        F# minor → F# minor
        50% cream → 50% cream
        milk 3.5% → milk 3.5%
        milk 3,5 % → milk 3,5 %
        42 → 42
        2 l → 2 l
        500 g → 500 g
        6x → 6x
        ½ → ½
        (2) → (2)
        3 × 500 g → 3 × 500 g
        2-3 → 2-3
        1984 → 1984
        Terminator (1984) → Terminator (1984)
        Ocean's Eleven (11) → Ocean's Eleven | 11
        2x4 lumber → 2x4 lumber
        2 x 4 lumber → 2 x 4 lumber
        4x4 tyres → 4x4 tyres
        1080x1920 wallpaper → 1080x1920 wallpaper
        USB 3 → USB 3
        5G router → 5G router
        4K monitor → 4K monitor
        3D glasses → 3D glasses
        1st prize → 1st prize
        21st birthday card → 21st birthday card
        2nd hand books → 2nd hand books
        24/7 support → 24/7 support
        5/12 birthday → 5/12 birthday
        1-2-3 cake → 1-2-3 cake
        2020-2021 report → 2020-2021 report
        9-5 job → 9-5 job
        5-1 win → 5-1 win
        1/2 inch drill → 1/2 inch drill
        3/4 in plywood → 3/4 in plywood
        6 foot ladder → 6 foot ladder
        5 pound bag of potatoes → 5 pound bag of potatoes
        2 can openers → 2 can openers
        1 can opener → 1 can opener
        1 cup holder → 1 cup holder
        1 box spring → 1 box spring
        1.5 melons → 1.5 melons
        1,000 island dressing → 1,000 island dressing
        007 film → 007 film
        0 l milk → 0 l milk
        -5 °C bag → -5 °C bag
        $HOME "sweet" → $HOME "sweet"
        #1 fan → #1 fan
        # heading → # heading
        # → #
        ## x → ## x
        #2 pencils → #2 pencils
        * → *
        * bullet → * bullet
        *args → *args
        **bold** → **bold**
        call *me* now → call *me* now
        ! → !
        !! → !!
        Acheter du lait ! → Acheter du lait !
        wow! → wow!
        !important → !important
        !10 things → !10 things
        $5 → $5
        $5 note → $5 note
        give $20 to Bob → give $20 to Bob
        @ → @
        @home → @home | @home
        me@home.org → me@home.org
        due: → due:
        due:whenever x → due:whenever x
        due: fri x → due: fri x
        every:now x → every:now x
        12:30 lunch → 12:30 lunch
        9:00 dentist → 9:00 dentist
        mailto:x@y.z → mailto:x@y.z
        a:b → a:b
        2+2 → 2+2
        x → x
        x 6 → x 6
        x6 → x6
        (A) call mum → (A) call mum
        3. Man → 3. Man
        1) first → 1) first
        - [ ] as typed → - [ ] as typed
        - → -
        – → –
        item 5 - 6 → item 5 - 6
        Hall 5, 2 → Hall 5, 2
        Psalm 23 → Psalm 23
        match 2-3 → match 2-3
        page 1/2 → page 1/2
        Windows 11 → Windows 11
        iPhone 15 Pro → iPhone 15 Pro
        WD-40 → WD-40
        B12 → B12
        vitamin B 12 → vitamin B 12
        H2O → H2O
        100% → 100%
        1€ shop → 1€ shop
        Mac OS X 10 → Mac OS X 10
        豆腐 🥢 → 豆腐 🥢
        2 kg 豆腐 → 豆腐 | 2 kg
        2l 🥛 → 🥛 | 2 l
        🥛 2 l → 🥛 | 2 l
        """#

    /// Category, shop, price, priority and tags.
    static let marks = #"""
        milk #dairy → milk | #dairy
        #dairy milk → milk | #dairy
        milk #dairy 2 l → milk | 2 l | #dairy
        2 l milk #dairy → milk | 2 l | #dairy
        2 l #dairy milk → milk | 2 l | #dairy
        milk #frozen-food → milk | #frozen-food
        milk #"Meat & Fish" → milk | #Meat & Fish
        milk #"Meat → milk #"Meat
        milk #a #b → milk #a | #b
        milk #Käse → milk | #Käse
        milk #dairy, → milk #dairy,
        milk @Aldi → milk @Aldi | @Aldi
        @Aldi 2 l milk → @Aldi milk | 2 l | @Aldi
        milk @"Corner Shop" 2 l → milk @"Corner Shop" | 2 l | @Corner Shop
        milk @" → milk @"
        2 l milk @Aldi → milk @Aldi | 2 l | @Aldi
        milk 2 l @Aldi → milk @Aldi | 2 l | @Aldi
        milk @Aldi 2 l → milk @Aldi | 2 l | @Aldi
        milk @Aldi $1.29 → milk @Aldi | @Aldi | 1.29 USD
        milk $1.29 → milk | 1.29 USD
        milk 1.29$ → milk | 1.29 USD
        milk $1,29 → milk | 1.29 USD
        milk €1.29 → milk | 1.29 EUR
        milk 1,29€ → milk | 1.29 EUR
        milk 1,29 € → milk | 1.29 EUR
        milk £2 → milk | 2 GBP
        milk 2 £ → milk | 2 GBP
        milk 1.29 EUR → milk | 1.29 EUR
        milk 1.29EUR → milk | 1.29 EUR
        milk CHF2.50 → milk | 2.5 CHF
        milk 25 kr → milk | 25 SEK
        milk 25kr → milk | 25 SEK
        milk ¥300 → milk | 300 JPY
        milk 12.50 PLN → milk | 12.5 PLN
        laptop $1,299.00 → laptop | 1299 USD
        laptop 1.299,00 € → laptop | 1299 EUR
        laptop $1,299 → laptop | 1299 USD
        milk $1 $2 → milk $1 | 2 USD
        gift card $50 → gift card | 50 USD
        milk US$5 → milk US$5
        milk 2 l $1.29 → milk | 2 l | 1.29 USD
        milk $1.29 2 l → milk | 2 l | 1.29 USD
        milk !high → milk | !1
        milk !1 → milk | !1
        !1 milk → milk | !1
        !high milk → milk | !1
        milk !9 → milk | !9
        milk !0 → milk !0
        milk !med → milk | !5
        milk !niedrig → milk | !9
        milk !haute → milk | !1
        milk !1 !2 → milk !1 | !2
        milk *party → milk | *party
        milk *party *bbq → milk | *party | *bbq
        milk *party *Party → milk *party | *Party
        milk *"garden party" → milk | *garden party
        *party milk → *party milk
        """#

    /// Days and how often they come again, seen from Monday, 2026-11-30.
    static let dates = #"""
        milk due:today → milk | due 2026-11-30
        milk due:tomorrow → milk | due 2026-12-01
        milk due:fri → milk | due 2026-12-04
        milk due:Friday → milk | due 2026-12-04
        milk due:mon → milk | due 2026-12-07
        milk due:sun → milk | due 2026-12-06
        milk due:+3d → milk | due 2026-12-03
        milk due:+2w → milk | due 2026-12-14
        milk due:+1m → milk | due 2026-12-30
        milk due:+3m → milk | due 2027-02-28
        milk due:+1y → milk | due 2027-11-30
        milk due:2026-12-24 → milk | due 2026-12-24
        milk due:2026-12-24T18:00 → milk | due 2026-12-24T18:00
        milk due:friT9:30 → milk | due 2026-12-04T09:30
        milk due:12.5. → milk | due 2027-05-12
        milk due:12.5 → milk | due 2027-05-12
        milk due:12.05.2027 → milk | due 2027-05-12
        milk due:12.5.27 → milk | due 2027-05-12
        milk due:5/12 → milk | due 2027-05-12
        milk due:24/12 → milk | due 2026-12-24
        milk due:5/12/2027 → milk | due 2027-05-12
        milk due:5/12/27 → milk | due 2027-05-12
        milk due:30.11. → milk | due 2026-11-30
        milk due:29.11. → milk | due 2027-11-29
        milk due:29.2. → milk | due 2028-02-29
        milk due:31.2. → milk due:31.2.
        milk due:13/13 → milk due:13/13
        milk due:2026-02-30 → milk due:2026-02-30
        milk due:heute → milk | due 2026-11-30
        milk due:morgen → milk | due 2026-12-01
        milk due:übermorgen → milk | due 2026-12-02
        milk due:Freitag → milk | due 2026-12-04
        milk due:demain → milk | due 2026-12-01
        milk due:vendredi → milk | due 2026-12-04
        milk due:mañana → milk | due 2026-12-01
        milk due:viernes → milk | due 2026-12-04
        milk due:idag → milk | due 2026-11-30
        milk due:imorgon → milk | due 2026-12-01
        milk due:lördag → milk | due 2026-12-05
        milk due:fri due:sat → milk due:fri | due 2026-12-05
        DUE:fri milk → milk | due 2026-12-04
        call mum due:fri about cake → call mum about cake | due 2026-12-04
        due:fri → due:fri
        #dairy → #dairy
        2 l #dairy → 2 l | #dairy
        #dairy due:fri → #dairy due:fri
        $5 due:fri → $5 | due 2026-12-04
        trash every:week → trash | FREQ=WEEKLY
        trash every:2w → trash | FREQ=WEEKLY;INTERVAL=2
        trash every:day → trash | FREQ=DAILY
        trash every:month → trash | FREQ=MONTHLY
        trash every:3m → trash | FREQ=MONTHLY;INTERVAL=3
        trash every:year → trash | FREQ=YEARLY
        trash every:fri → trash | FREQ=WEEKLY;BYDAY=FR
        trash every:mon,thu → trash | FREQ=WEEKLY;BYDAY=MO,TH
        trash every:weekday → trash | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
        trash every:Woche → trash | FREQ=WEEKLY
        trash every:mois → trash | FREQ=MONTHLY
        trash every:3days → trash | FREQ=DAILY;INTERVAL=3
        trash every:0d → trash every:0d
        2 l milk #dairy @Aldi $1.29 due:fri → milk @Aldi | 2 l | #dairy | @Aldi | 1.29 USD | due 2026-12-04
        2 l milk #dairy @Aldi $1.29 due:fri !high *party every:week → milk @Aldi | 2 l | #dairy | @Aldi | 1.29 USD | !1 | due 2026-12-04 | FREQ=WEEKLY | *party
        milk due:fri 2 l !2 $3 *x #dairy → milk | 2 l | #dairy | 3 USD | !2 | due 2026-12-04 | *x
        """#

    /// All together, and lines to be taken literally.
    static let mixed = #"""
        =2 l milk → 2 l milk
        = 2 l milk #dairy → 2 l milk #dairy
        == → =
        = → =
        2 l milk   and   honey → milk   and   honey | 2 l
        milk   and   honey → milk   and   honey
        of mice 2 kg → of mice | 2 kg
        1 kg 500 g flour → 500 g flour | 1 kg
        500 g flour (2) → flour (2) | 500 g
        2 x milk 1 l → milk 1 l | 2
        2x 3 milk → 2x 3 milk
        2 l 3 l milk → 3 l milk | 2 l
        10 x 10 tiles → 10 x 10 tiles
        12 x 6 eggs → 12 x 6 eggs
        2 kg → 2 kg
        1kg → 1kg
        2 m cable → cable | 2 m
        100 m rope → rope | 100 m
        5 M screws → 5 M screws
        3 T shirts → 3 T shirts
        1 x → 1 x
        1 ½ → 1 ½
        ½ onion → onion | ½ = 0.5
        1½ onions → onions | 1½ = 1.5
        1/2 onion → onion | 1/2 = 0.5
        ¼ cabbage → cabbage | ¼ = 0.25
        2½ x eggs → 2½ x eggs
        1/2 price shoes → 1/2 price shoes
        """#

    /// As read in Germany.
    static let german = #"""
        1,500 kg flour → flour | 1,500 kg = 1.5 kg
        1.500 g flour → flour | 1.500 g = 1500 g
        0.500 kg flour → flour | 0.500 kg = 0.5 kg
        12.345,5 g x → x | 12.345,5 g = 12345.5 g
        milk due:5/12 → milk | due 2026-12-05
        milk 1.299 € → milk | 1299 EUR
        """#

    /// As read in the United States.
    static let american = #"""
        1984 #books → 1984 | #books
        2 l #dairy !1 → 2 l | #dairy | !1
        3 × 500 g #x → 3 × 500 g #x
        1½ !1 9 CHF → 1½ | 9 CHF | !1
        1,500 g flour → flour | 1,500 g = 1500 g
        1.500 kg flour → flour | 1.500 kg = 1.5 kg
        12,345.5 g flour → flour | 12,345.5 g = 12345.5 g
        12/24 stickers → 12/24 stickers
        3/16 lb screws → screws | 3/16 lb = 0.1875 lb
        1 stick insect → 1 stick insect
        2 dl mjölk → mjölk | 2 dl
        1 tasse de thé → thé | 1 tasse de = 1 tasse
        1 Tasse Tee → Tee | 1 Tasse
        milk due:1/2 → milk | due 2027-01-02
        milk due:12/24 → milk | due 2026-12-24
        milk due:2/29 → milk | due 2028-02-29
        milk due:12/5/2027 → milk | due 2027-12-05
        milk due:24.12. → milk | due 2026-12-24
        milk !1 2 l $3 → milk | 2 l | 3 USD | !1
        milk @Aldi 2 l $3 @Lidl → milk @Aldi @Lidl | 2 l | @Lidl | 3 USD
        2 l milk !low 3 l → milk !low 3 l | 2 l
        !1 2 l milk → milk | 2 l | !1
        !1 milk 2 l → milk | 2 l | !1
        !1 milk !2 2 l → milk !2 | 2 l | !1
        """#
}
