import {
  type AmountOptions,
  centsText,
  countText,
  hundredthsText,
  moneyText,
  moveText,
  type PercentOptions,
  percentText,
  pointsText,
  roundMove,
  sharesText,
  shareText,
  signed,
} from '../../formats.ts'
import { type Html, html } from '../kit/html.ts'

const NONE = html`<span class="none" title="Not known">–</span>`

/** Shows a number where it is known. */
function known<Options extends unknown[]>(show: (value: number, ...options: Options) => Html) {
  return (value: number | null | undefined, ...options: Options): Html =>
    value === null || value === undefined ? NONE : show(value, ...options)
}

/** Dollars as people read them; exact in the title and the value. */
export const money = known((value, options: AmountOptions = {}) => {
  const exact = signed(value, `$${hundredthsText(Math.abs(value))}`, options.isSigned)
  return amount(value, exact, moneyText(value, options), options.isSigned)
})

/** Shows a fraction as a percentage, as {@link percentText}. */
export const percent = known((value, options: PercentOptions = {}) =>
  amount(value, `${value * 100}%`, percentText(value, options), options.isSigned),
)

/** A share of some cases, as {@link shareText}. @param cases null where the share is unknown too */
export const share = known((value, cases: number | null | undefined) =>
  cases ? amount(value, percentText(value, { digits: 1 }), shareText(value, cases)) : NONE,
)

/** A difference of two fractions, in percentage points. */
export const points = known((value) => amount(value, `${value * 100} points`, pointsText(value), true))

/** A price from 0 to 1, in cents. */
export const cents = known((value) => amount(value, `$${value}`, centsText(value)))

/** A change of a price, in cents, with its sign. */
export const centsMove = known((value) => {
  const rounded = roundMove(value)
  return amount(rounded, `${value}`, signed(rounded, centsText(Math.abs(rounded)), true), true)
})

/** A change of a market's price, in cents, with an arrow. */
export const priceMove = known((value) => amount(roundMove(value), `${value}`, moveText(value), true))

/** Shows a whole number. */
export const count = known((value) => amount(value, countText(value), countText(value)))

/** Shares, as {@link sharesText}. */
export const shares = known((value) => amount(value, String(value), sharesText(value)))

/** Shows a ratio with two decimals. */
export const ratio = known((value) =>
  amount(value, String(value), signed(value, hundredthsText(Math.abs(value)))),
)

function amount(value: number, exact: string, shown: string, isSigned = false): Html {
  const tone = !isSigned || !/[1-9]/.test(shown) ? null : value > 0 ? 'gain' : 'loss'
  return tone === null
    ? html`<data value="${value}" title="${exact}">${shown}</data>`
    : html`<data value="${value}" title="${exact}" class="${tone}">${shown}</data>`
}
