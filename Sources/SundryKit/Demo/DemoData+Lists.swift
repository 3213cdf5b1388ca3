/// What the demo's lists hold. Texts, not literals of a struct: they read better, and compile at once.
extension DemoData {
    static let shops = ["Aldi|EUR", "Edeka|EUR", "Carrefour|EUR", "Hornbach|EUR"]

    static let symbols = [
        "Produce": "🥕", "Dairy": "🥛", "Bakery": "🥐", "Meat & Fish": "🐟", "Pantry": "🥫", "Frozen": "🧊",
        "Drinks": "🧃", "Household": "🧻", "World food": "🍜", "Tools": "🔧", "Paint": "🎨", "Electrical": "💡",
    ]

    static let lists = [groceries, hardware, trip, home, shelf]

    private static let groceries = """
        Groceries|🛒|Edeka|timestamp|down
        Milk|2|l|Dairy|1.19|s
        Oat milk|1|l|Dairy|1.95
        Butter|250|g|Dairy|2.29|s
        Crème fraîche|200|g|Dairy|0.99
        Parmigiano Reggiano|150|g|Dairy|4.49
        Eggs|10||Dairy|0.33|xs
        Greek yoghurt|500|g|Dairy|2.79
        Bananas|6||Produce|0.29|s
        Apples, Braeburn|1.5|kg|Produce|3.75
        Tomatoes on the vine|500|g|Produce|1.99|x
        Lemons|3||Produce|0.45
        Avocados 🥑|2||Produce|1.29
        Jalapeños|100|g|Produce|1.79
        Flat-leaf parsley|1|bunch|Produce|0.89
        Spinach|400|g|Produce|2.49
        Potatoes, waxy|2.5|kg|Produce|3.99|xs
        Onions|1|kg|Produce|1.29|s
        Garlic|2||Produce|0.59|s
        Sourdough bread|1||Bakery|4.20|!s
        Croissants 🥐|4||Bakery|1.10
        Brötchen|6||Bakery|0.45|x
        Chicken thighs|800|g|Meat & Fish|7.99
        Salmon fillet|400|g|Meat & Fish|9.90|!||ask whether it was frozen before
        Basmati rice|1|kg|Pantry|3.49
        Spaghetti No. 5|500|g|Pantry|1.79|x
        Chickpeas|3|can|Pantry|0.85
        Olive oil, extra virgin|750|ml|Pantry|8.99
        Peanut butter|1||Pantry|3.29
        Coffee beans ☕|1|kg|Pantry|14.99|!s
        Porridge oats|500|g|Pantry|0.89|s
        豆腐 (tofu)|2||World food|1.69
        味噌 (miso)|300|g|World food|3.99
        キムチ (kimchi)|1||World food|4.49
        ラーメン|5||World food|1.29
        Кефир|1|l|Dairy|1.59
        חומוס|1||World food|2.49
        Frozen peas|750|g|Frozen|2.19
        Vanilla ice cream 🍨|1|l|Frozen|3.99|x
        Sparkling water|12||Drinks|0.29
        Orange juice|2|l|Drinks|2.39
        Dish soap|1||Household|1.15|s
        Kitchen roll|4||Household|0.75|s
        """

    private static let hardware = """
        Hardware store|🔨|Hornbach|title|up
        Wood screws 4×40|2|box|Tools|6.95
        Wall plugs 8 mm|1|box|Tools|3.49|x
        Drill bit, masonry 6 mm|1||Tools|4.29
        Spirit level 60 cm|1||Tools|12.95
        Sandpaper, grit 120|10||Tools|0.55
        Wood glue|1||Tools|6.49|x
        Masking tape|3||Paint|2.79
        White wall paint|10|l|Paint|34.90|!||matt, for the hall: about 60 m²
        Paint roller|2||Paint|4.99
        Primer|2.5|l|Paint|18.50
        Brush, 50 mm|2||Paint|3.95|x
        LED bulb E27, warm|4||Electrical|3.99
        Extension lead 5 m|1||Electrical|9.99
        AA batteries|2|pack|Electrical|8.99
        Smoke alarm|2||Electrical|14.95|!
        Door hinge|3||Tools|2.49
        Cable ties|1|pack|Tools|1.99
        """

    private static let trip = """
        Weekend in Malmö|🧳||position|up
        Passports|||||!
        Train tickets ✅|||||x
        Phone charger
        Power bank 🔋
        Headphones|||||x
        Rain jackets|2
        Hiking boots 🥾|2
        Warm socks|6
        Swimwear
        Toothbrushes|2
        Sunscreen|1|||7.95|||factor 50, for the children too
        First-aid kit
        Water bottles|2||||x
        Paperback for the train
        Camera 📷
        Picnic blanket
        Thermos
        Gift for Åsa 🎁|1|||25
        Swedish kronor|500|SEK
        Keys to the neighbour 🔑|||||!
        """

    private static let home = """
        Around the house|🏠||dueAt|up
        Pay the electricity bill|||||!d|month|before the 28th, from the joint account
        Renew the library cards|||||d
        Call the plumber about the tap|||||!d||Ms Lindqvist, after five: 040 123 45
        Descale the coffee machine|||||x
        Water the plants 🪴|||||d|3d
        Book the dentist|||||t
        Change the bed linen|||||x
        Clean the oven
        Bleed the radiators|||||d|year
        Take back the bottles|||||x
        Sort the cellar
        Mend the bicycle tyre 🚲|||||d
        Vacuum behind the sofa|||||d|week
        Back up the photos|||||!d|month
        Write to grandmother ✉️|||||d|2w
        Cut the hedge
        Test the smoke alarms|||||d|6m
        Return the parcel|||||dx
        Defrost the freezer
        Find someone for the cat 🐈|||||d
        """

    private static let shelf = """
        Books & films|📚||timestamp|down
        Le Petit Prince|||||x
        Die Verwandlung
        One Hundred Years of Solitude|||||||lent to Åsa
        吾輩は猫である
        Мастер и Маргарита
        The Left Hand of Darkness|||||!
        Smilla's Sense of Snow
        Pippi Långstrump|||||x
        La sombra del viento
        Ficciones
        Der Zauberberg
        千と千尋の神隠し 🎬
        In the Mood for Love 🎬|||||x
        Playtime 🎬
        Stalker 🎬
        Amélie 🎬|||||x
        Seven Samurai 🎬
        Paddington 2 🎬|||||!
        Das Boot 🎬
        기생충 🎬
        """

    /// In the archive.
    static let party = """
        Crayfish party|🦞||position|up
        Crayfish 🦞|3|kg|||x
        Dill crowns|6||||x
        Paper lanterns 🏮|8||||x
        Västerbottensost|500|g|||x
        Knäckebröd|2||||x
        Snapsvisor, printed|12||||x
        """
}
