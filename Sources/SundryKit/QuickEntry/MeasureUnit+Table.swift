import Foundation

extension MeasureUnit {
    /// A unit and how it is written: by exactly these letters, by these whatever their case and accents, of one, and of many.
    struct Row: Sendable {
        let unit: MeasureUnit
        let exact: [String]
        let any: [String]
        let one: [String]
        let many: [String]

        fileprivate init(
            _ name: String, _ kind: Kind? = nil, _ factor: Decimal = 1, exact: String = "", any: String = "",
            one: String = "", many: String = "", glued: Bool = true, thing: Bool = false
        ) {
            func words(_ text: String) -> [String] {
                text.split(separator: ",").map { Title.trimmed($0) }
            }
            (self.exact, self.any, self.one, self.many) = (words(exact), words(any), words(one), words(many))
            unit = MeasureUnit(
                name: name, plural: self.many.first ?? name, kind: kind, factor: factor, mayBeGlued: glued,
                isThing: thing)
        }

        /// What is counted in a language, and no measure.
        fileprivate static func thing(_ one: String, _ many: String) -> Row {
            let name = one.prefix { $0 != "," }
            return Row(String(name), one: one, many: many, glued: false, thing: true)
        }
    }

    static let table = metric + customary + kitchen + things

    private static let metric = [
        Row("mg", .mass, 0.001, any: "mg, milligram, milligrams, Milligramm, milligramme, milligrammes, miligramo"),
        Row("g", .mass, 1, exact: "g", any: "gr, gram, grams, gramm, gramme, grammes, gramo, gramos"),
        Row("dag", .mass, 10, any: "dag, deka, dekagramm"),
        Row("hg", .mass, 100, any: "hg, hekto"),
        Row("kg", .mass, 1000, any: "kg, kgs, kilo, kilos, kilogram, kilograms, Kilogramm, kilogramme, kilogrammes"),
        Row("Pfund", .mass, 500, any: "Pfund, Pfd"),
        Row("ml", .volume, 1, any: "ml, millilitre, millilitres, milliliter, milliliters, mililitro, mililitros"),
        Row("cl", .volume, 10, any: "cl, centilitre, centilitres, centiliter, centiliters, Zentiliter, centilitro"),
        Row("dl", .volume, 100, any: "dl, decilitre, decilitres, deciliter, deciliters, Deziliter, decilitro"),
        Row("l", .volume, 1000, any: "l, lt, ltr, litre, litres, liter, liters, litro, litros"),
        Row("cm", .length, 1, any: "cm, centimetre, centimetres, centimeter, centimeters, Zentimeter, centímetros"),
        Row("m", .length, 100, exact: "m", any: "metre, metres, meter, meters, mètre, mètres, metro, metros"),
    ]

    private static let customary = [
        Row("oz", .pounds, 1, any: "oz, ozs", one: "ounce", many: "oz, ounces"),
        Row("lb", .pounds, 16, any: "lb, lbs", one: "pound", many: "lb, pounds"),
        Row("tsp", .cups, 1, any: "tsp, tsps", one: "teaspoon", many: "tsp, teaspoons"),
        Row("tbsp", .cups, 3, any: "tbsp, tbsps, tbs, tblsp", one: "tablespoon", many: "tbsp, tablespoons"),
        Row("fl oz", .cups, 6, any: "fl oz, fl. oz, floz", one: "fluid ounce", many: "fl oz, fluid ounces"),
        Row("cup", .cups, 48, any: "cup", many: "cups", thing: true),
        Row("cup", .cups, 48, exact: "c", many: "cups", glued: false),
        Row("pt", .cups, 96, any: "pt, pts", one: "pint", many: "pt, pints"),
        Row("qt", .cups, 192, any: "qt, qts", one: "quart", many: "qt, quarts"),
        Row("gal", .cups, 768, any: "gal, gals", one: "gallon", many: "gal, gallons"),
        Row("ft", .feet, 1, any: "ft", one: "foot", many: "ft, feet"),
        Row("yd", .feet, 3, any: "yd, yds", one: "yard", many: "yd, yards"),
    ]

    private static let kitchen = [
        Row("TL", .volume, 5, any: "TL, Teelöffel"),
        Row("EL", .volume, 15, any: "EL, Esslöffel, Eßlöffel"),
        Row("Msp", any: "Msp, Msp.", one: "Messerspitze", many: "Msp, Messerspitzen"),
        Row("c. à c.", .volume, 5, any: "c. à c, c à c, càc, c.à.c, cuil. à café, cuillère à café, cuillères à café"),
        Row(
            "c. à s.", .volume, 15, any: "c. à s, c à s, càs, c.à.s, cuil. à soupe, cuillère à soupe, cuillères à soupe"
        ),
        Row("cc", any: "cc"), Row("cs", any: "cs"),
        Row("cdta", .volume, 5, any: "cdta, cdita, cucharadita, cucharaditas", many: "cdtas, cditas"),
        Row("cda", .volume, 15, any: "cda, cucharada, cucharadas", many: "cdas"),
        Row("krm", .volume, 1, any: "krm, kryddmått"),
        Row("tsk", .volume, 5, any: "tsk, tesked, teskedar"),
        Row("msk", .volume, 15, any: "msk, matsked, matskedar"),
        Row("pc", .pieces, 1, any: "pc, ea", one: "piece", many: "pcs, pieces"),
        Row("ct", .pieces, 1, any: "ct"),
        Row("Stk", .pieces, 1, any: "Stk, Stck, Stück, Stücke"),
        Row("st", .pieces, 1, exact: "st", any: "styck, stycken", glued: false),
        Row("pièce", .pieces, 1, one: "pièce", many: "pièces"),
        Row("ud", .pieces, 1, any: "ud", one: "unidad", many: "uds, unidades"),
        Row("dozen", .pieces, 12, any: "dozen, doz, dz"),
        Row("Dutzend", .pieces, 12, any: "Dutzend, Dtzd"), Row("dussin", .pieces, 12, any: "dussin"),
        Row("douzaine", .pieces, 12, one: "douzaine", many: "douzaines"),
        Row("docena", .pieces, 12, one: "docena", many: "docenas"),
    ]

    private static let things = english + german + romance + swedish

    private static let english: [Row] = [
        .thing("can", "cans"), .thing("tin", "tins"), .thing("jar", "jars"), .thing("bottle, btl", "bottles, btls"),
        .thing("bag", "bags"), .thing("box", "boxes"), .thing("carton", "cartons"), .thing("crate", "crates"),
        .thing("pack, pk, pkg, pkt, package, packet", "packs, pks, pkgs, pkts, packages, packets"),
        .thing("bunch", "bunches"), .thing("head", "heads"), .thing("clove", "cloves"), .thing("stick", "sticks"),
        .thing("slice", "slices"), .thing("sprig", "sprigs"), .thing("stalk", "stalks"), .thing("loaf", "loaves"),
        .thing("handful", "handfuls"), .thing("pinch", "pinches"), .thing("dash", "dashes"), .thing("roll", "rolls"),
        .thing("tub", "tubs"), .thing("tube", "tubes"), .thing("pot", "pots"), .thing("sheet", "sheets"),
        .thing("punnet", "punnets"), .thing("bar", "bars"), .thing("pair", "pairs"),
    ]

    private static let german: [Row] = [
        .thing("Dose", "Dosen"), .thing("Glas", "Gläser"), .thing("Flasche, Fl", "Flaschen, Fl"),
        .thing("Packung, Pck, Pckg, Paket", "Packungen, Pck, Pckg, Pakete"), .thing("Päckchen", "Päckchen"),
        .thing("Bund, Bd", "Bund, Bd, Bünde"), .thing("Tüte", "Tüten"), .thing("Beutel, Btl", "Beutel, Btl"),
        .thing("Becher", "Becher"), .thing("Tasse", "Tassen"), .thing("Tafel", "Tafeln"), .thing("Kiste", "Kisten"),
        .thing("Kasten", "Kästen"), .thing("Zehe", "Zehen"), .thing("Scheibe", "Scheiben"), .thing("Prise", "Prisen"),
        .thing("Netz", "Netze"), .thing("Stange", "Stangen"), .thing("Rolle", "Rollen"), .thing("Würfel", "Würfel"),
        .thing("Handvoll", "Handvoll"), .thing("Zweig", "Zweige"), .thing("Kopf", "Köpfe"), .thing("Paar", "Paar"),
    ]

    private static let romance: [Row] = [
        .thing("boîte", "boîtes"), .thing("bouteille", "bouteilles"), .thing("sachet", "sachets"),
        .thing("paquet", "paquets"), .thing("pincée", "pincées"), .thing("gousse", "gousses"),
        .thing("botte", "bottes"), .thing("tranche", "tranches"), .thing("verre", "verres"), .thing("pot", "pots"),
        .thing("tasse", "tasses"), .thing("barquette", "barquettes"), .thing("plaquette", "plaquettes"),
        .thing("lata", "latas"), .thing("bote", "botes"), .thing("botella", "botellas"), .thing("bolsa", "bolsas"),
        .thing("paquete", "paquetes"), .thing("taza", "tazas"), .thing("pizca", "pizcas"),
        .thing("diente", "dientes"), .thing("manojo", "manojos"), .thing("loncha", "lonchas"),
        .thing("rebanada", "rebanadas"), .thing("tarro", "tarros"), .thing("vaso", "vasos"),
    ]

    private static let swedish: [Row] = [
        .thing("burk", "burkar"), .thing("flaska", "flaskor"), .thing("påse", "påsar"), .thing("paket", "paket"),
        .thing("förpackning, förp", "förpackningar, förp"), .thing("klyfta", "klyftor"), .thing("knippe", "knippen"),
        .thing("nypa", "nypor"), .thing("skiva", "skivor"), .thing("kruka", "krukor"), .thing("kopp", "koppar"),
        .thing("tub", "tuber"), .thing("rulle", "rullar"), .thing("låda", "lådor"), .thing("huvud", "huvuden"),
    ]
}
