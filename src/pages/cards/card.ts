import { createHash } from 'node:crypto'
import { harmlessText } from '../../text.ts'
import { axes, type PlotOptions, type Size } from '../charts/plot.ts'
import { type Html, html } from '../kit/html.ts'
import { PALETTES } from '../kit/palette.ts'
import { shortened } from '../kit/words.ts'

/** The preview of a shared page: its main answer. */
export interface Card {
  /** The kind of page, such as `Trader`. */
  kind: string
  title: string
  /** The main number with its unit; null if there is none. */
  figure: { text: string; tone?: 'gain' | 'loss' } | null
  /** The page's sentence: two lines at most are shown. */
  words: string
  picture: CardPicture
}

/** A chart drawn at a size, or the first rows of a list. */
export type CardPicture = ((size: Size) => PlotOptions | null) | readonly CardRow[]

/** A row: its place, who or what, and the value. */
export interface CardRow {
  place: string
  name: string
  value: string
}

/** The size that sites show cards in. */
export const CARD_SIZE: Size = { width: 1200, height: 630 }
/** The place of charts below a title and a sentence of one line each; further lines reduce their height. */
const PLOT = { x: 140, y: 262, width: 990, height: 236 }
/** Pixels between the margins, and between a title and its figure. */
const ROOM = 1_060
const GAP = 30
const TITLE_SIZE = 46
const FIGURE_SIZE = 54
const WORDS_SIZE = 22
const TITLE_LINE = 40
const WORDS_LINE = 30
/** Rows that a picture and a frame have room for. */
export const MOST_ROWS = 5

const { paper, card, ink, soft, faint, line, accent, gain, loss, note, noteInk, ...others } = PALETTES.light
const LINES = [others.c1, others.c2, others.c3, others.c4, others.c5, others.c6]
  .map((color, i) => `path.line.k${i + 1}{stroke:${color}}.plot text.k${i + 1}{fill:${color}}`)
  .join('')

/** Literal colours: what turns a card into pixels knows no custom properties. */
const STYLE = `text{font-family:"DejaVu Sans",sans-serif;fill:${ink};font-size:${WORDS_SIZE}px}.title{font-size:${TITLE_SIZE}px;font-weight:bold}.figure{font-size:${FIGURE_SIZE}px;font-weight:bold}.soft{fill:${soft}}.faint{fill:${faint}}.end{text-anchor:end}.middle{text-anchor:middle;fill:${noteInk}}.gain{fill:${gain}}.loss{fill:${loss}}.row{font-size:28px}.strong{font-weight:bold}.plot text{font-size:19px;fill:${faint}}.grid-line,.rule{stroke:${line}}.zero{stroke:${faint}}.area{fill:${accent};fill-opacity:.1}.fall{fill:${loss};fill-opacity:.12}.bar-plain{fill:${accent};fill-opacity:.55}path.line{fill:none;stroke:${accent};stroke-width:4;stroke-linejoin:round}path.second{stroke:${faint};stroke-width:2.5;stroke-dasharray:7 6}.plot .end{text-anchor:start;font-weight:bold}${LINES}`

/** An SVG opened on its own may load only its own style. */
export const CARD_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

/** A card as SVG. @param footer when its numbers are of, and whether they are invented */
export function cardSvg({ kind, title, figure, words, picture }: Card, footer: CardFooter): string {
  const beside = figure === null ? 0 : FIGURE_SIZE * widthOf(figure.text) + GAP
  const lines = wrapped(title, (ROOM - beside) / TITLE_SIZE, 2)
  // Words are not bold.
  const said = wrapped(words, ROOM / (0.84 * WORDS_SIZE), 2)
  const wordsAt = 150 + lines.length * 54
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630"><style>${STYLE}</style>
<rect width="1200" height="630" fill="${paper}"/><rect x="30" y="30" width="1140" height="570" rx="18" fill="${card}" stroke="${line}"/>
<g transform="translate(70 62) scale(1.25)"><rect width="32" height="32" rx="7" fill="#0b6377"/><path d="M6 24 13 16l5 4 8-12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><path d="M19.5 7.5H27V15" fill="none" stroke="#ffd27a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></g>
<text x="126" y="91" class="strong">Pequod</text><text x="1130" y="91" class="faint end">${kind}</text>
${lines.map((text, index) => html`<text x="70" y="${160 + index * 54}" class="title">${text}</text>`)}
${figure && html`<text x="1130" y="166" class="figure end ${figure.tone}">${figure.text}</text>`}
${said.map((text, index) => html`<text x="70" y="${wordsAt + index * WORDS_LINE}" class="soft">${text}</text>`)}
${typeof picture === 'function' ? plotted(picture, (lines.length - 1) * TITLE_LINE + (said.length - 1) * WORDS_LINE) : rows(picture)}
<text x="70" y="577" class="faint">${footer.as}</text>
${footer.isSimulated && html`<rect x="880" y="549" width="250" height="40" rx="20" fill="${note}"/><text x="1005" y="576" class="middle">Simulated data</text>`}
</svg>`.toString()
}

interface CardFooter {
  /** The time of the numbers. */
  as: string
  isSimulated: boolean
}

function plotted(draw: (size: Size) => PlotOptions | null, lower: number): Html | null {
  const { x, width } = PLOT
  const [y, height] = [PLOT.y + lower, PLOT.height - lower]
  const options = draw({ width, height })
  return (
    options &&
    html`<svg class="plot" x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" overflow="visible">${axes(options, 26)}${options.body}</svg>`
  )
}

function rows(all: readonly CardRow[]): Html {
  return html`${all.slice(0, MOST_ROWS).map(({ place, name, value }, index) => {
    const y = 306 + index * 50
    return html`<line class="rule" x1="70" x2="1130" y1="${y - 36}" y2="${y - 36}"/><text x="70" y="${y}" class="row faint">${place}</text><text x="140" y="${y}" class="row">${shortened(name, 34)}</text><text x="1130" y="${y}" class="row strong end">${value}</text>`
  })}`
}

/** The last letter of the Latin blocks: most of those behind it are wide. */
const LATIN = '\u024f'

/** The width of a bold text in the font's size, rather too large than too small. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text)
    width += /[fijlrt.,:;'|!()[\]_ -]/.test(letter)
      ? 0.46
      : /[mwMW@%]/.test(letter) || letter > LATIN
        ? 1.05
        : 0.74
  return width
}

/** Wraps a text into lines of a width; a longer text ends in an ellipsis. @param most see {@link widthOf} */
function wrapped(text: string, most: number, lines: number): readonly string[] {
  // XML knows no escape for control characters.
  const [first = '', ...rest] = harmlessText(text).split(/\s+/).filter(Boolean)
  const found = [first]
  for (const word of rest) {
    const longer = `${found.at(-1) ?? ''} ${word}`
    if (widthOf(longer) <= most) found[found.length - 1] = longer
    else found.push(word)
  }
  const shown = found.slice(0, lines)
  if (found.length > lines) shown.push(`${shown.pop()}…`)
  return shown.map((one) => fitted(one, most))
}

/** Cuts a text to a width. */
function fitted(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  const letters = [...text]
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > most) letters.pop()
  return `${letters.join('')}…`
}
