/// Typed lines and what they say: the title, the amount, category, shop, price, priority, date, recurrence and tags, as far
/// as they are there. An amount that is shown in other words than it is kept in is told in both.
enum QuickEntryCases {
    /// How much, before the title and behind it.
    static let amounts = #"""
        2 l milk → milk | 2 l
        1/2 kg flour → flour | 1/2 kg = 0.5 kg
        ½ kg flour → flour | ½ kg = 0.5 kg
        1½ kg potatoes → potatoes | 1½ kg = 1.5 kg
        1 ½ kg potatoes → potatoes | 1 ½ kg = 1.5 kg
        1 1/2 kg potatoes → potatoes | 1 1/2 kg = 1.5 kg
        1,5 l water → water | 1,5 l = 1.5 l
        1.5 l water → water | 1.5 l
        6x eggs → eggs | 6
        6 x eggs → eggs | 6
        6× eggs → eggs | 6
        6 × eggs → eggs | 6
        3 × 500 g pasta → pasta | 3 × 500 g = 1500 g
        3x500g pasta → pasta | 3 × 500 g = 1500 g
        3 x 500 g pasta → pasta | 3 × 500 g = 1500 g
        3*500g pasta → pasta | 3 × 500 g = 1500 g
        6 x 0,33 l beer → beer | 6 × 0,33 l = 1.98 l
        2-3 lemons → lemons | 2-3 = 3
        2–3 lemons → lemons | 2–3 = 3
        2 - 3 lemons → lemons | 2-3 = 3
        200-300 g mince → mince | 200-300 g = 300 g
        1-2 EL oil → oil | 1-2 EL = 2 EL
        32oz beans → beans | 32 oz
        500g flour → flour | 500 g
        2l milk → milk | 2 l
        1½kg potatoes → potatoes | 1½ kg = 1.5 kg
        ½kg potatoes → potatoes | ½ kg = 0.5 kg
        1,5l water → water | 1,5 l = 1.5 l
        Banana (2) → Banana | 2
        Bananas (½) → Bananas | ½ = 0.5
        eggs (6x) → eggs | 6
        eggs (x6) → eggs | 6
        lemons (2-3) → lemons | 2-3 = 3
        milk (2 l) → milk | 2 l
        milk (1,5 l) → milk | 1,5 l = 1.5 l
        pasta (3 × 500 g) → pasta | 3 × 500 g = 1500 g
        milk, 2 l → milk | 2 l
        milk, 1½ l → milk | 1½ l = 1.5 l
        milk: 2 l → milk | 2 l
        milk - 2 l → milk | 2 l
        milk – 2 l → milk | 2 l
        milk 2 l → milk | 2 l
        milk 2l → milk | 2 l
        eggs x6 → eggs | 6
        eggs x 6 → eggs | 6
        eggs ×6 → eggs | 6
        eggs × 6 → eggs | 6
        eggs 6x → eggs | 6
        pasta 3 × 500 g → pasta | 3 × 500 g = 1500 g
        pasta 3x500g → pasta | 3 × 500 g = 1500 g
        flour 1/2 kg → flour | 1/2 kg = 0.5 kg
        flour 1 1/2 kg → flour | 1 1/2 kg = 1.5 kg
        onion ½ → onion | ½ = 0.5
        mince 200-300 g → mince | 200-300 g = 300 g
        oat milk, barista, 2 l → oat milk, barista | 2 l
        100 g dark chocolate 70% → dark chocolate 70% | 100 g
        """#

    /// Units as English kitchens write them.
    static let englishKitchen = #"""
        2 cups flour → flour | 2 cups = 2 cup
        2 cups of milk → milk | 2 cups of = 2 cup
        1 cup sugar → sugar | 1 cup
        ½ cup sugar → sugar | ½ cup = 0.5 cup
        1/3 cup sugar → sugar | 1/3 cup = 0.3333 cup
        2/3 cup of oil → oil | 2/3 cup of = 0.6667 cup
        1 1/3 cups stock → stock | 1 1/3 cups = 1.3333 cup
        2 c flour → flour | 2 c = 2 cup
        1 tsp salt → salt | 1 tsp
        2 tsps salt → salt | 2 tsps = 2 tsp
        1 tsp. salt → salt | 1 tsp. = 1 tsp
        2 tbsp oil → oil | 2 tbsp
        2 Tbsp oil → oil | 2 Tbsp = 2 tbsp
        2 TBSP. oil → oil | 2 TBSP. = 2 tbsp
        3 tablespoons olive oil → olive oil | 3 tablespoons = 3 tbsp
        1 teaspoon vanilla extract → vanilla extract | 1 teaspoon = 1 tsp
        8 fl oz cream → cream | 8 fl oz
        8 fl. oz. cream → cream | 8 fl. oz. = 8 fl oz
        8 fluid ounces cream → cream | 8 fluid ounces = 8 fl oz
        16 oz pasta → pasta | 16 oz
        1 lb butter → butter | 1 lb
        2 lbs apples → apples | 2 lbs = 2 lb
        2 lb. apples → apples | 2 lb. = 2 lb
        2 pounds of apples → apples | 2 pounds of = 2 lb
        1 pt cream → cream | 1 pt
        2 pints ale → ale | 2 pints = 2 pt
        1 qt stock → stock | 1 qt
        2 quarts stock → stock | 2 quarts = 2 qt
        1 gal water → water | 1 gal
        3 gallons water → water | 3 gallons = 3 gal
        1 pinch salt → salt | 1 pinch
        1 dash of bitters → bitters | 1 dash of = 1 dash
        2 cans tomatoes → tomatoes | 2 cans = 2 can
        1 can tomatoes → tomatoes | 1 can
        1 can of chickpeas → chickpeas | 1 can of = 1 can
        2 tins tuna → tuna | 2 tins = 2 tin
        1 jar honey → honey | 1 jar
        3 bottles red wine → red wine | 3 bottles = 3 bottle
        1 bottle of wine → wine | 1 bottle of = 1 bottle
        2 bags crisps → crisps | 2 bags = 2 bag
        1 box cereal → cereal | 1 box
        2 boxes cereal → cereal | 2 boxes = 2 box
        2 packs gum → gum | 2 packs = 2 pack
        1 pkg yeast → yeast | 1 pkg = 1 pack
        1 bunch parsley → parsley | 1 bunch
        ½ bunch parsley → parsley | ½ bunch = 0.5 bunch
        2 bunches of radishes → radishes | 2 bunches of = 2 bunch
        1 head lettuce → lettuce | 1 head
        3 cloves garlic → garlic | 3 cloves = 3 clove
        1 clove of garlic → garlic | 1 clove of = 1 clove
        2 sticks butter → butter | 2 sticks = 2 stick
        4 slices bread → bread | 4 slices = 4 slice
        2 sprigs thyme → thyme | 2 sprigs = 2 sprig
        1 loaf bread → bread | 1 loaf
        2 loaves of bread → bread | 2 loaves of = 2 loaf
        2 rolls toilet paper → toilet paper | 2 rolls = 2 roll
        1 dozen eggs → eggs | 1 dozen
        2 dozen eggs → eggs | 2 dozen
        2 doz eggs → eggs | 2 doz = 2 dozen
        1 handful spinach → spinach | 1 handful
        3 pcs ginger → ginger | 3 pcs = 3 pc
        1 piece ginger → ginger | 1 piece = 1 pc
        10 ft rope → rope | 10 ft
        3 yards cloth → cloth | 3 yards = 3 yd
        2 pairs socks → socks | 2 pairs = 2 pair
        1 crate beer → beer | 1 crate
        """#

    /// As German ones do.
    static let germanKitchen = #"""
        2 EL Öl → Öl | 2 EL
        2 el öl → öl | 2 el = 2 EL
        1 TL Salz → Salz | 1 TL
        2 Esslöffel Öl → Öl | 2 Esslöffel = 2 EL
        1 Teelöffel Zucker → Zucker | 1 Teelöffel = 1 TL
        1 Msp. Safran → Safran | 1 Msp. = 1 Msp
        1 Prise Salz → Salz | 1 Prise
        2 Prisen Salz → Salz | 2 Prisen = 2 Prise
        1 Bund Petersilie → Petersilie | 1 Bund
        2 Bd. Petersilie → Petersilie | 2 Bd. = 2 Bund
        1 Pck. Backpulver → Backpulver | 1 Pck. = 1 Packung
        2 Päckchen Hefe → Hefe | 2 Päckchen
        1 Packung Nudeln → Nudeln | 1 Packung
        2 Packungen Nudeln → Nudeln | 2 Packungen = 2 Packung
        1 Dose Mais → Mais | 1 Dose
        2 Dosen Tomaten → Tomaten | 2 Dosen = 2 Dose
        1 Glas Gurken → Gurken | 1 Glas
        2 Gläser Gurken → Gurken | 2 Gläser = 2 Glas
        1 Flasche Wein → Wein | 1 Flasche
        2 Fl. Wein → Wein | 2 Fl. = 2 Flasche
        6 Flaschen Wasser → Wasser | 6 Flaschen = 6 Flasche
        10 Stk Eier → Eier | 10 Stk
        10 Stück Eier → Eier | 10 Stück = 10 Stk
        1 Pfund Kaffee → Kaffee | 1 Pfund
        2 Pfd. Äpfel → Äpfel | 2 Pfd. = 2 Pfund
        3 Zehen Knoblauch → Knoblauch | 3 Zehen = 3 Zehe
        1 Becher Sahne → Sahne | 1 Becher
        2 Becher Sahne → Sahne | 2 Becher
        1 Tasse Reis → Reis | 1 Tasse
        1 Tafel Schokolade → Schokolade | 1 Tafel
        2 Scheiben Brot → Brot | 2 Scheiben = 2 Scheibe
        1 Kiste Bier → Bier | 1 Kiste
        1 Netz Orangen → Orangen | 1 Netz
        1 Würfel Hefe → Hefe | 1 Würfel
        1 Tüte Chips → Chips | 1 Tüte
        1 Dutzend Eier → Eier | 1 Dutzend
        1 Stange Lauch → Lauch | 1 Stange
        10 dag Schinken → Schinken | 10 dag
        3 Liter Milch → Milch | 3 Liter = 3 l
        250 Gramm Butter → Butter | 250 Gramm = 250 g
        1 Kilo Kartoffeln → Kartoffeln | 1 Kilo = 1 kg
        """#

    /// As French and Spanish ones do.
    static let romanceKitchens = #"""
        2 c. à s. de sucre → sucre | 2 c. à s. de = 2 c. à s.
        1 c. à c. sel → sel | 1 c. à c.
        2 c à s huile → huile | 2 c à s = 2 c. à s.
        2 càs huile → huile | 2 càs = 2 c. à s.
        1 càc sel → sel | 1 càc = 1 c. à c.
        2 cas huile → huile | 2 cas = 2 c. à s.
        2 cuillères à soupe d'huile → d'huile | 2 cuillères à soupe = 2 c. à s.
        1 cuillère à café de sel → sel | 1 cuillère à café de = 1 c. à c.
        500 g de farine → farine | 500 g de = 500 g
        1 litre de lait → lait | 1 litre de = 1 l
        2 litres de lait → lait | 2 litres de = 2 l
        1 pincée de sel → sel | 1 pincée de = 1 pincée
        2 pincées de sel → sel | 2 pincées de = 2 pincée
        2 gousses d'ail → d'ail | 2 gousses = 2 gousse
        1 botte de radis → radis | 1 botte de = 1 botte
        1 boîte de tomates → tomates | 1 boîte de = 1 boîte
        2 boîtes de tomates → tomates | 2 boîtes de = 2 boîte
        1 bouteille de vin → vin | 1 bouteille de = 1 bouteille
        3 tranches de jambon → jambon | 3 tranches de = 3 tranche
        1 sachet de levure → levure | 1 sachet de = 1 sachet
        2 sachets de levure → levure | 2 sachets de = 2 sachet
        1 paquet de pâtes → pâtes | 1 paquet de = 1 paquet
        1 douzaine d'œufs → d'œufs | 1 douzaine
        1 kilo de pommes → pommes | 1 kilo de = 1 kg
        1 verre de vin → vin | 1 verre de = 1 verre
        2 pots de crème → crème | 2 pots de = 2 pot
        1 tasse de thé → thé | 1 tasse de = 1 tasse
        2 cdas de aceite → aceite | 2 cdas de = 2 cda
        1 cda sal → sal | 1 cda
        1 cdta de sal → sal | 1 cdta de = 1 cdta
        2 cditas azúcar → azúcar | 2 cditas = 2 cdta
        2 cucharadas de azúcar → azúcar | 2 cucharadas de = 2 cda
        1 cucharadita sal → sal | 1 cucharadita = 1 cdta
        1 taza de arroz → arroz | 1 taza de = 1 taza
        2 tazas arroz → arroz | 2 tazas = 2 taza
        1 pizca de sal → sal | 1 pizca de = 1 pizca
        2 dientes de ajo → ajo | 2 dientes de = 2 diente
        1 lata de atún → atún | 1 lata de = 1 lata
        3 latas de atún → atún | 3 latas de = 3 lata
        1 bote de tomate → tomate | 1 bote de = 1 bote
        2 botellas de vino → vino | 2 botellas de = 2 botella
        1 paquete de arroz → arroz | 1 paquete de = 1 paquete
        1 bolsa de patatas → patatas | 1 bolsa de = 1 bolsa
        1 manojo de perejil → perejil | 1 manojo de = 1 manojo
        3 lonchas de queso → queso | 3 lonchas de = 3 loncha
        1 docena de huevos → huevos | 1 docena de = 1 docena
        2 docenas de huevos → huevos | 2 docenas de = 2 docena
        1 kilo de tomates → tomates | 1 kilo de = 1 kg
        2 litros de leche → leche | 2 litros de = 2 l
        200 gramos de queso → queso | 200 gramos de = 200 g
        6 uds yogur → yogur | 6 uds = 6 ud
        """#

    /// As Swedish ones do.
    static let swedishKitchen = #"""
        3 dl mjölk → mjölk | 3 dl
        2 msk olja → olja | 2 msk
        1 tsk salt → salt | 1 tsk
        1 krm peppar → peppar | 1 krm
        5 hg ost → ost | 5 hg
        1 hg skinka → skinka | 1 hg
        2 cl rom → rom | 2 cl
        10 st ägg → ägg | 10 st
        2 burkar tomater → tomater | 2 burkar = 2 burk
        1 burk majs → majs | 1 burk
        2 klyftor vitlök → vitlök | 2 klyftor = 2 klyfta
        1 klyfta vitlök → vitlök | 1 klyfta
        1 påse chips → chips | 1 påse
        2 påsar chips → chips | 2 påsar = 2 påse
        1 förp ost → ost | 1 förp = 1 förpackning
        2 paket kaffe → kaffe | 2 paket
        1 knippe dill → dill | 1 knippe
        1 nypa salt → salt | 1 nypa
        2 skivor ost → ost | 2 skivor = 2 skiva
        1 kruka basilika → basilika | 1 kruka
        6 flaskor öl → öl | 6 flaskor = 6 flaska
        1 dussin ägg → ägg | 1 dussin
        1 matsked socker → socker | 1 matsked = 1 msk
        2 teskedar salt → salt | 2 teskedar = 2 tsk
        1 flaska vin → vin | 1 flaska
        """#
}
