import type { GraphQLField } from 'graphql'
import type { Tier } from '../../../access/tier.ts'

/** The number of rows of a field, which prices it and is printed as `@listSize`. */
export interface ListSize {
  /** Rows if no slicing argument is given; the maximum if other arguments decide. */
  readonly assumedSize: number
  /** Arguments that set the number of rows; a caller gives one of them. */
  readonly slicingArguments?: readonly string[]
  /** The fields that hold the rows, of a field that is no list. */
  readonly sizedFields?: readonly string[]
  /** The field's own cost. @default 1 */
  readonly own?: number
}

/** The fields of a page that hold its rows. */
export const PAGE_ROWS = ['edges', 'nodes'] as const

type Args = Readonly<Record<string, unknown>>
type Context = { readonly caller: { readonly tier: Tier } }
type Field = Pick<GraphQLField<unknown, unknown>, 'args'>

/** A field's own cost, and how often its selection counts. */
export type Price<Given extends object = object> = (
  args: Given,
  context: Context,
  field: Field,
) => { field: number; multiplier: number }

/** The price of a field whose arguments have weights. */
export function weighted(): Price {
  return priced(() => 1)
}

/**
 * The price of a field whose rows one of its arguments says.
 * @param most the rows that a tier can get
 */
export function sliced(
  listSize: ListSize & { slicingArguments: readonly string[] },
  most: (tier: Tier) => number,
): Price {
  const { own = 1 } = listSize
  const price = priced((args, { caller }) => {
    const given = listSize.slicingArguments.map((name) => args[name])
    const asked = given.find((value) => typeof value === 'number') ?? listSize.assumedSize
    return Math.min(Math.max(asked, 1), most(caller.tier))
  }, own)
  return sized(listSize, price)
}

/**
 * Returns the price of a field whose number of rows depends on other arguments.
 * @param own the field's own cost
 */
export function priced(rows: (args: Args, context: Context) => number, own = 1): Price {
  return (args, context, { args: known }) => {
    const given: Args = { ...args }
    const weights = known.map((argument) => (isGiven(given[argument.name]) ? weightOf(argument) : 0))
    return { field: own + Math.max(0, ...weights), multiplier: rows(given, context) }
  }
}

const SIZES = new WeakMap<object, ListSize>()

/** Returns the price, with its `@listSize` attached. */
export function sized<Known extends (...args: never[]) => unknown>(listSize: ListSize, price: Known): Known {
  SIZES.set(price, listSize)
  return price
}

/** Returns the `@listSize` attached by {@link sized}, null if none was. */
export function listSizeOf(price: unknown): ListSize | null {
  return typeof price === 'function' ? (SIZES.get(price) ?? null) : null
}

/** The key of an argument's weight in its extensions. */
export const WEIGHT = 'weight'

function weightOf({ extensions }: { readonly extensions: object }): number {
  const weight: unknown = Reflect.get(extensions, WEIGHT)
  return typeof weight === 'number' ? weight : 0
}

/** An object with no member given counts as omitted. */
function isGiven(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value)
  return Object.values(value).some(isGiven)
}
