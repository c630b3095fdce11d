import { z } from 'zod'
import { TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import { SCREEN_ID } from '../../../screens/screens.ts'
import { characterCount } from '../../../text.ts'
import { limitWords, type ValueLimits } from '../../../value-limits.ts'

/** The longest pages and arguments of lists, for GraphQL and REST. */
export const LIST_LIMITS = {
  /** Rows of a page at most. */
  rows: 100,
  /** The default length of a search's page. */
  searchRows: 20,
  /** Characters of a search: an address is 42 of them. */
  query: 100,
  /** Characters of a search's cursor: one of ours holds the mark of a query, a name and an address. */
  searchCursor: 2_000,
  /** Characters of a cursor of a board's rows, which holds the board's id and the filter. */
  entryCursor: 300,
  /** Characters of a board's id: the longest of ours has 19. */
  boardId: 64,
  /** Characters of an alert's id, which is its cursor too: ours have 22. */
  alertId: 100,
} as const

/** The number of rows of a page. */
export const PAGE: ValueLimits = { minimum: 1, maximum: LIST_LIMITS.rows }
export const ALERT_ID: ValueLimits = { minLength: 1, maxLength: LIST_LIMITS.alertId }

/** Said of `after` wherever it is an argument. */
export const AFTER =
  'A cursor from the same list; the page starts after its row. Default: the start of the list.'
export const BEFORE =
  'A cursor from the same list; the page ends before its row. Default: the end of the list.'
export const LAST = 'Rows per page counted from the end of the list, from {limits}, instead of `first`.'

/**
 * Returns the description of `first`.
 * @param usual the default number of rows
 * @param terms the tier that may request more
 */
export function rowsPerPage(usual: number, terms?: string): string {
  return `Rows per page, from {limits}${terms === undefined ? '' : `; ${terms}`}. Default: ${usual}.`
}

/** The description of `orderBy` of a list whose cursors hold the order. @param usual the default */
export function inOrder(usual: string): string {
  return `Sort order. A cursor is valid only in its own order. Default: ${usual}.`
}

export const ADDRESS = lowerHex(40)
/** A condition, a transaction or an order's hash in an answer. */
export const HASH = lowerHex(64)
export const GIVEN_ADDRESS = hexInAnyCase(40)
export const GIVEN_CONDITION = hexInAnyCase(64)
/** A market's tag as a caller gives it. */
export const GIVEN_TAG = { minLength: 1, maxLength: TEXT_BOUNDS.slug } as const
export const GIVEN_SCREEN: ValueLimits = {
  pattern: SCREEN_ID.source,
  form: '22 characters: letters, digits, hyphens and underscores',
}
export const WALLET_ADDRESS = "The wallet's address: {limits}."
export const CONDITION_ID = "The market's condition id: {limits}."
export const TOKEN: ValueLimits = { pattern: '^[0-9]{1,78}$', form: 'a decimal number of up to 78 digits' }

function lowerHex(digits: number): ValueLimits {
  return { pattern: `^0x[0-9a-f]{${digits}}$`, form: `0x and ${digits} lower-case hex digits` }
}

function hexInAnyCase(digits: number): ValueLimits {
  const form = `0x and ${digits} hex digits, in any case`
  return { pattern: `^0[xX][0-9a-fA-F]{${digits}}$`, form, anyCase: true }
}

/** A value that limits allow, and what they allow in words that complete "must be …". */
export interface LimitCheck {
  readonly accepts: string
  readonly schema: z.ZodType<unknown>
}

/**
 * The check of a value by its limits.
 * @param type the scalar's name, or `List`
 * @throws Error for a type that has no limits
 */
export function limitCheck(type: string, limits: ValueLimits): LimitCheck {
  const accepts = acceptedBy(type, limits)
  return { accepts, schema: schemaOf(type, limits, `must be ${accepts}`) }
}

function acceptedBy(type: string, limits: ValueLimits): string {
  const words = limitWords(limits)
  if (limits.pattern !== undefined) return `${words} (${limits.pattern})`
  const { items, ...list } = limits
  if (type === 'List' && items !== undefined)
    return `a list of ${limitWords(list)} entries, each ${limitWords(items)}`
  if (type === 'List') return `a list of ${words} entries`
  if (type === 'String' || type === 'ID') return `a text of ${words}`
  return `${type === 'Int' ? 'a whole number' : 'a number'} from ${words}`
}

function schemaOf(type: string, limits: ValueLimits, error: string): z.ZodType<unknown> {
  const { minimum = -Infinity, maximum = Infinity, maxItems = Infinity, items } = limits
  if (type === 'Int') return z.int({ error }).min(minimum, { error }).max(maximum, { error })
  if (type === 'Float') return z.number({ error }).min(minimum, { error }).max(maximum, { error })
  if (type === 'List')
    return z.array(items === undefined ? z.unknown() : itemSchema(items, error)).max(maxItems, { error })
  if (type === 'String' || type === 'ID') return textSchema(limits, error)
  throw new Error(`a ${type} has no limits`)
}

/** The check of an entry: of a whole number where its limits are a number's. */
function itemSchema(limits: ValueLimits, error: string): z.ZodType<unknown> {
  return limits.maximum === undefined ? textSchema(limits, error) : schemaOf('Int', limits, error)
}

function textSchema({ minLength = 0, maxLength = Infinity, pattern, anyCase }: ValueLimits, error: string) {
  const fits = (text: string) => {
    const length = characterCount(text)
    return length >= minLength && length <= maxLength
  }
  const text = pattern === undefined ? z.string() : z.string().regex(new RegExp(pattern), { error })
  const checked = text.refine(fits, { error })
  return anyCase ? checked.transform((value) => value.toLowerCase()) : checked
}
