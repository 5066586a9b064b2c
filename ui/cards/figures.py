"""The court figures of both kinds of suits, drawn in a suit's tones: fante, cavallo, donna and re."""

from __future__ import annotations

from ui.cards.design import HAIR, PAPER, SKIN, Suit


def fante(suit: Suit) -> str:
    """A young man on foot: feathered cap, short tunic, legs apart."""
    return (
        f'<path d="M43 108H51L48.5 146H41.5ZM53 108H61L64.5 146H57.5Z" fill="{suit.tint}"/>'
        f'<path d="M41 143H49.5V153H33C33 148.5 37 147.5 41 147Z" fill="{HAIR}"/>'
        f'<path d="M57.5 143H66V147C70 147.5 74 148.5 74 153H57.5Z" fill="{HAIR}"/>'
        f'<path d="M66 74C74 78 80 88 81 102L73 104C71 96 68 90 63 86Z" fill="{suit.ink}"/>'
        f'<path d="M38 74C31 77 26 84 22 94L29 99C33 92 37 88 42 86Z" fill="{suit.ink}"/>'
        f'<circle cx="77.5" cy="105" r="4.4" fill="{SKIN}"/><circle cx="26" cy="98" r="4.4" fill="{SKIN}"/>'
        f'<path d="M37 73C44 69.5 60 69.5 67 73L64.5 92 71 117C61 121 43 121 33 117L39.5 92Z"'
        f' fill="{suit.ink}"/>'
        f'<path d="M47 71H57L52 89Z" fill="{suit.pale}"/>'
        f'<path d="M39.5 91H64.5V96.5H39.5Z" fill="{suit.tint}"/>'
        f'<path d="M41 56C38 66 40 71 45 73V58ZM63 56C66 66 64 71 59 73V58Z" fill="{HAIR}"/>'
        f'<circle cx="52" cy="61" r="10" fill="{SKIN}"/>'
        f'<path d="M39.5 57C38 47 46 41 55 42C63 43 67 49 65 56C56 52.5 47 53 39.5 57Z" fill="{suit.ink}"/>'
        f'<path d="M60 45C64 37 72 35 79 38C75 45 69 49 62 51Z" fill="{suit.tint}"/>'
        f'<path d="M47.5 60.5H49.5M55 60.5H57" stroke="{HAIR}" stroke-width="2"/>'
        f'<path d="M50 66.5H55" stroke="#a8553f" stroke-width="1.6"/>'
    )


def cavallo(suit: Suit) -> str:
    """A rider on a stepping horse that looks left."""
    horse = (
        "M6 91C5 86 9 78 15 73L18 65 23 69C32 67 40 74 44 88L78 90C88 91 92 99 91 108L90 122 94 151H86L80 125"
        " 69 121H52L48 152H40L39 122 31 128 27 143 20 141 23 123 33 113C29 104 29 96 30 90L22 89 14 97C10 98"
        " 7 96 6 91Z"
    )
    return (
        f'<path d="M70 118 74 151H67L61 121ZM52 120 55 151H61L60 118Z" fill="{suit.tint}"/>'
        f'<path d="M87 93C97 96 99 112 95 130C91 126 89 118 88 108Z" fill="{suit.tint}"/>'
        f'<path d="{horse}" fill="{suit.ink}"/>'
        f'<path d="M23 69C34 68 43 77 46 91L38 95C38 85 33 76 23 69Z" fill="{suit.tint}"/>'
        f'<circle cx="17.5" cy="79" r="1.9" fill="{PAPER}"/>'
        f'<path d="M9 92.5 15 86" stroke="{suit.pale}" stroke-width="1.6"/>'
        f'<path d="M20 84 48 92" stroke="{suit.pale}" stroke-width="1.6"/>'
        f'<path d="M48 93C56 89 70 89 76 93L78 112C68 117 54 117 46 112Z" fill="{suit.pale}"/>'
        f'<path d="M55 94H68L66 113 59 127 51 125 57 110Z" fill="{HAIR}"/>'
        f'<g fill="{suit.tint}" stroke="{suit.ink}" stroke-width="2">'
        '<path d="M52 69C57 65 67 65 72 69L73 96C66 99 58 99 51 96Z"/>'
        '<path d="M55 72 43 85 48 90 60 80Z"/></g>'
        f'<circle cx="44.5" cy="88" r="3.6" fill="{SKIN}"/><circle cx="61" cy="57" r="9" fill="{SKIN}"/>'
        f'<path d="M65 50C71 54 71 62 67 66L64 58Z" fill="{HAIR}"/>'
        f'<path d="M46 53C50 51 51 43 61 42C70 42 72 49 75 53C66 55.5 55 55.5 46 53Z" fill="{suit.ink}"/>'
        f'<path d="M55.5 57.5H57.5" stroke="{HAIR}" stroke-width="2"/>'
    )


def king(suit: Suit) -> str:
    """A bearded king in a long mantle, crowned."""
    return (
        f'<path d="M36 80C44 75 60 75 68 80C77 93 85 126 88 153H16C19 126 27 93 36 80Z" fill="{suit.ink}"/>'
        f'<path d="M45 78H59L65 153H39Z" fill="{suit.tint}"/>'
        f'<path d="M45 78 30 153H39L49 92ZM59 78 74 153H65L55 92Z" fill="{suit.pale}"/>'
        f'<path d="M41 112H63L63.6 118H40.4Z" fill="{suit.ink}"/>'
        f'<path d="M35 112 33 116M33 124 31 128M69 112 71 116M71 124 73 128M32 138 30 142M72 138 74 142"'
        f' stroke="{suit.ink}" stroke-width="2.4"/>'
        f'<path d="M40.5 58C38 68 39 75 43 79H61C65 75 66 68 63.5 58Z" fill="{HAIR}"/>'
        f'<circle cx="52" cy="62" r="10.5" fill="{SKIN}"/>'
        f'<path d="M41.5 62C41 79 46 88 52 90C58 88 63 79 62.5 62C60 68 56 67.5 52 67.5C48 67.5 44 68 41.5'
        f' 62Z" fill="{HAIR}"/>'
        f'<path d="M49 71.5H55" stroke="#c9745b" stroke-width="1.8"/>'
        f'<path d="M47 61H49.2M54.8 61H57" stroke="{HAIR}" stroke-width="2"/>'
        f'<path d="M38 56 34.5 38.5 44 45.5 52 35 60 45.5 69.5 38.5 66 56C57 53 47 53 38 56Z"'
        f' fill="{suit.tint}" stroke="{suit.ink}" stroke-width="2.4" stroke-linejoin="round"/>'
        f'<circle cx="52" cy="48.5" r="2.4" fill="{suit.ink}"/>'
    )


def donna(suit: Suit) -> str:
    """A crowned queen in a wide dress, her hair on her shoulders."""
    dress = "M41.5 106C32 120 23 138 19 153H85C81 138 72 120 62.5 106Z"
    return (
        f'<path d="M40.5 58C35 72 35 86 38.5 95H65.5C69 86 69 72 63.5 58Z" fill="{HAIR}"/>'
        f'<path d="{dress}" fill="{suit.ink}"/>'
        f'<path d="M46.5 106H57.5L66 153H38Z" fill="{suit.tint}"/>'
        f'<path d="M19 153C20 148.5 21.5 144 23 140C41 147 63 147 81 140C82.5 144 84 148.5 85 153Z"'
        f' fill="{suit.pale}"/><path d="M38 148.5 40 151.5 42 148.5 40 145.5ZM50 149.5 52 152.5 54 149.5 52 146.5Z'
        f'M62 148.5 64 151.5 66 148.5 64 145.5Z" fill="{suit.ink}"/>'
        f'<path d="M39 84C31 86 25 90 21 96L27 101.5C31 97 36 95 42 95Z" fill="{suit.ink}"/>'
        f'<circle cx="24.5" cy="99.5" r="4" fill="{SKIN}"/>'
        f'<path d="M65 84C72 88 76 95 76 103L58 112 55 106.5 67 99 62 94Z" fill="{suit.ink}"/>'
        f'<circle cx="55.5" cy="109" r="4" fill="{SKIN}"/>'
        f'<path d="M38 84C43 78.5 61 78.5 66 84L62 107H42Z" fill="{suit.ink}"/>'
        f'<path d="M44 80C48 78.5 56 78.5 60 80L52 93Z" fill="{SKIN}"/>'
        f'<path d="M44 80 52 93 60 80" fill="none" stroke="{suit.pale}" stroke-width="2.4"/>'
        f'<path d="M42 103H50.5V108H42Z" fill="{suit.tint}"/>'
        f'<path d="M47.5 70H56.5V81C54 84 50 84 47.5 81Z" fill="{SKIN}"/>'
        f'<circle cx="52" cy="62" r="10" fill="{SKIN}"/>'
        f'<path d="M40.5 66C38.5 55 44 49.5 52 49.5C60 49.5 65.5 55 63.5 66C62 60 58.5 56.5 52 55.5C45.5 56.5 42 60'
        f' 40.5 66Z" fill="{HAIR}"/>'
        f'<path d="M42 52 39.5 38 47 44.5 52 36 57 44.5 64.5 38 62 52C56 49.5 48 49.5 42 52Z" fill="{suit.tint}"'
        f' stroke="{suit.ink}" stroke-width="2.2" stroke-linejoin="round"/>'
        f'<circle cx="52" cy="46" r="2" fill="{suit.ink}"/>'
        f'<path d="M46.7 61.5H48.9M55.1 61.5H57.3" stroke="{HAIR}" stroke-width="2"/>'
        f'<path d="M49.5 67.5C51 68.8 53 68.8 54.5 67.5" fill="none" stroke="#b5473f" stroke-width="2"/>'
    )
