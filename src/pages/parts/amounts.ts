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

/** Dollars as people read them; exact in the title and the value. */
export function money(value: number | null | undefined, options: AmountOptions = {}): Html {
  if (value === null || value === undefined) return NONE
  const exact = signed(value, `$${hundredthsText(Math.abs(value))}`, options.isSigned)
  return amount(value, exact, moneyText(value, options), options.isSigned)
}

/** Shows a fraction as a percentage, as {@link percentText}. */
export function percent(value: number | null | undefined, options: PercentOptions = {}): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, `${value * 100}%`, percentText(value, options), options.isSigned)
}

/** A share of some cases, as {@link shareText}. @param cases null where the share is unknown too */
export function share(value: number | null | undefined, cases: number | null | undefined): Html {
  if (value === null || value === undefined || !cases) return NONE
  return amount(value, percentText(value, { digits: 1 }), shareText(value, cases))
}

/** A difference of two fractions, in percentage points. */
export function points(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, `${value * 100} points`, pointsText(value), true)
}

/** A price from 0 to 1, in cents. */
export function cents(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, `$${value}`, centsText(value))
}

/** A change of a price, in cents, with its sign. */
export function centsMove(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  const rounded = roundMove(value)
  return amount(rounded, `${value}`, signed(rounded, centsText(Math.abs(rounded)), true), true)
}

/** A change of a market's price, in cents, with an arrow. */
export function priceMove(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  const rounded = roundMove(value)
  return amount(rounded, `${value}`, moveText(value), true)
}

/** Shows a whole number. */
export function count(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, countText(value), countText(value))
}

/** Shares, as {@link sharesText}. */
export function shares(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, String(value), sharesText(value))
}

/** Shows a ratio with two decimals. */
export function ratio(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, String(value), signed(value, hundredthsText(Math.abs(value))))
}

function amount(value: number, exact: string, shown: string, isSigned = false): Html {
  const tone = !isSigned || !/[1-9]/.test(shown) ? null : value > 0 ? 'gain' : 'loss'
  return tone === null
    ? html`<data value="${value}" title="${exact}">${shown}</data>`
    : html`<data value="${value}" title="${exact}" class="${tone}">${shown}</data>`
}
