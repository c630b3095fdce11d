import { readFileSync } from 'node:fs'
import { PALETTES, paletteProperties } from './palette.ts'

/** Its parts, in the order in which they apply. */
const PARTS = [
  'elements',
  'frame',
  'text',
  'choices',
  'cards',
  'tables',
  'people',
  'charts',
  'feeds',
  'messages',
  'documents',
  'widths',
].map((name) => readFileSync(new URL(`../browser/style/${name}.css`, import.meta.url), 'utf8'))
const DARK = `color-scheme: dark; ${paletteProperties(PALETTES.dark)}`

/**
 * The one style sheet of our pages: light and dark by the reader's setting or choice, from 320 px wide, no web fonts.
 */
export const PAGE_STYLE = `:root { color-scheme: light; ${paletteProperties(PALETTES.light)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ${DARK} } }
:root[data-theme=dark] { ${DARK} }
${PARTS.join('')}`

/** The icon of every page: a harpoon's barb over a rising line. */
export const PAGE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6377"/><path d="M6 24 13 16l5 4 8-12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><path d="M19.5 7.5H27V15" fill="none" stroke="#ffd27a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>
`

/**
 * The icon as a Windows icon file with one picture of 32 by 32, for clients without SVG that request
 * /favicon.ico.
 */
export const ICON_FILE = Buffer.from(
  'AAABAAEAICAAAAEAIACpAwAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAA15JREFUeJzEl2tIFFEYht8zu2u5m3Qxigq7CEURkUWWSBQRsSQUBWp2sbyCqKXVjzXqT5cf+UOShSjLW4RpSEQpFqGmkGYKaZAgaCYZhpJkZIvuuns656w7jrd1zd31gWHON+fMvN+8853hHDWUxKQv0aoWXARFCAENAiEr4A4o7aMgLSBoMFmH76Awe8DRRRwNbZzhMBuZSwhZDQ9CKe1hsgmm/MxXcgK6WIMeEl7Di1CKMJ4EwamMpVpf2soyWQUvwp0wEcs2yXeh7Zy3xTn8U/tSzVm1RBCCeYJrqyl4xc+d1B0EV9mT/Hymf1rTD4rTFVb0DNrHcG2WBFkHN3B5l3NxTvAqgohNkhxzbQlu4kUHhcVKZxyn04yP1XAT6W+pOJS8MSQhdON6oLcK6Kue8j63OTCRxAMhdnGG2WqddpxHEgjwX4Kb4WFyXN3aDq8mkJcQhUULfES7vr0LH7u+w2sJKK0fHDYjPrfE6fhZJ3B4+xZE7gmCSpp8K7f+lsL6a6UV6O4fcPq8Wc0CY/RxxO3fI9pJB0MRaXyEn4N/5X5uvU5hfW5Ng2i3/xqbHco2x2UHUg/tlcU5uwPXouF6OoLWrRGxM+vLvwLnq2xIqbSJthKiizfM+Pc4unMrniRHT9lnYVMsq6IGF/T7oPWx/2XSHj9HXu0HuMKMDgQHBiA/8aQcN3V2w1BSJoQ5GpUKGUcOyuK1bV9cFuc4rYHAFf54lhaLhRr7sM6+foQbC9A/aBKJFKdEY+ViP3m8yWxBUkEpZsO0Dvgv0uLlpXgs02lFzEWPZeeLM6ex8xtCbxjF2YErVT+RKR3gb8zffP3yZSIesowgwlgoHFDS+/sP9Jk5rDh3i2n5cLTq55QAW6mgKPkMdm0IELGNLd5iHxSPe1MlvBZyqt/jf5mUQFRIEPTbNsvxlaflKGtuhaeYlIDVNjYr71bWicOT8AR62bHScaG08ZMoQG79XKx1kV41Wx63sO+ud1xhMe5V1cMbcG2JGd6CeYJrS9Qm3WepzG7yukWdDnBtaajwdpcNUhy8DKUkhmureDDS/K5Ns2NvI7t8gNWDHzzI6Ob0hKkgs5zHKkeHpbmuw7I9OF8jqc3s4wyz7bkf+yvp4A7s2/M6thEoMtnM0ZaCrM+Orn8AAAD///wsj0QAAAAGSURBVAMAYeBHhMn3tVMAAAAASUVORK5CYII=',
  'base64',
)
