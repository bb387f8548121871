"""Words that a search of the rule book treats apart: those that stand everywhere, and numbers written out."""

from __future__ import annotations

from typing import Final

# without case and accents, as they are searched for
COMMON_WORDS: Final = {
    language: frozenset(words.split())
    for language, words in {
        "en": (
            "the an and or of in on at to for from with by is are be was do does did can could may might must should "
            "will would me my we us our you your he she it its they them their this that these those there here what "
            "which who when where why how if so as than then has have not about get got many much often"
        ),
        "es": (
            "el la los las un una unos unas de del al en por para con sin que se es son hay lo le les mi su sus tu me "
            "te nos si no ya como cual cuando cuanto cuantos cuanta cuantas donde quien porque puedo podes puede ese "
            "esa esto este esta ser estar tengo tiene hago hace"
        ),
        "it": (
            "il lo la gli le un uno una di del dello della dei degli delle al allo alla ai alle da dal dalla in nel "
            "nella con su sul per tra fra che chi si se ci mi ti ne non come quale quando quanto quanti quante dove "
            "perche posso puoi puo sono ho ha hai questo questa essere fare faccio"
        ),
        "pt": (
            "os as um uma uns umas de do da dos das em no na nos nas ao aos por para com sem que se sao eu me meu "
            "minha seu sua lhe nao ja como qual quando quanto quantos quanta quantas onde quem porque posso pode "
            "podem esse essa isto este esta ser estar tenho tem faco faz"
        ),
        "he": (
            "את של על אל עם מה מי איך מתי איפה למה כמה האם אם או גם "
            "כי לא כן אני אנחנו הוא היא הם יש אין זה זו אפשר מותר יכול"
        ),
    }.items()
}
_WRITTEN: Final = {
    "en": (
        "2 two|3 three|4 four|5 five|6 six|7 seven|8 eight|9 nine|10 ten|11 eleven|12 twelve|13 thirteen|14 fourteen|"
        "15 fifteen|20 twenty|30 thirty|40 forty|50 fifty|100 hundred|1000 thousand"
    ),
    "es": (
        "2 dos|3 tres|4 cuatro|5 cinco|6 seis|7 siete|8 ocho|9 nueve|10 diez|11 once|12 doce|13 trece|14 catorce|"
        "15 quince|20 veinte|30 treinta|40 cuarenta|50 cincuenta|100 cien|1000 mil"
    ),
    "it": (
        "2 due|3 tre|4 quattro|5 cinque|6 sei|7 sette|8 otto|9 nove|10 dieci|11 undici|12 dodici|13 tredici|"
        "14 quattordici|15 quindici|20 venti|30 trenta|40 quaranta|50 cinquanta|100 cento|1000 mille"
    ),
    "pt": (
        "2 dois duas|3 tres|4 quatro|5 cinco|6 seis|7 sete|8 oito|9 nove|10 dez|11 onze|12 doze|13 treze|"
        "14 catorze quatorze|15 quinze|20 vinte|30 trinta|40 quarenta|50 cinquenta|100 cem|1000 mil"
    ),
    "he": (
        "2 שתיים שתי שניים שני|3 שלוש שלושה|4 ארבע ארבעה|5 חמש חמישה|6 שש שישה|7 שבע שבעה|8 שמונה|9 תשע תשעה|"
        "10 עשר עשרה|20 עשרים|30 שלושים|40 ארבעים|50 חמישים|100 מאה|1000 אלף"
    ),
}
# of each language: a number's word or its digits -> all of them
NUMBERS: Final = {
    language: {one: forms for entry in written.split("|") for forms in [tuple(entry.split())] for one in forms}
    for language, written in _WRITTEN.items()
}
