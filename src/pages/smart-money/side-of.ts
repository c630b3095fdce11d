import type { SignalFieldsFragment } from '../operations.generated.ts'

/** A signal's prices as the API gives them: of the first outcome, YES. */
type Priced = Pick<SignalFieldsFragment, 'side' | 'yesName' | 'noName' | 'price' | 'yesShare'>

interface NamedSide {
  name: string
  /** Price of a share of it, in USD. */
  price: number
  /** Its share of the cohort's money; null where withheld. */
  moneyShare: number | null
}

/**
 * Returns the side that a signal favors, with that side's price and money; the first outcome if it favors
 * none.
 */
export function sideOf({ side, yesName, noName, price, yesShare }: Priced): NamedSide {
  return side === 'NO'
    ? { name: noName ?? 'No', price: 1 - price, moneyShare: yesShare === null ? null : 1 - yesShare }
    : { name: yesName ?? 'Yes', price, moneyShare: yesShare }
}
