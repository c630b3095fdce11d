import { z } from 'zod'
import { characterCount } from '../../../text.ts'
import { limitWords, type ValueLimits } from '../../../value-limits.ts'

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
    return z.array(items === undefined ? z.unknown() : textSchema(items, error)).max(maxItems, { error })
  if (type === 'String' || type === 'ID') return textSchema(limits, error)
  throw new Error(`a ${type} has no limits`)
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
