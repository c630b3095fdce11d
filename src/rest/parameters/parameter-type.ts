import { z } from 'zod'
import { characterCount } from '../../character-count.ts'
import { type EnumName, enumName } from '../../graph/kit/wire-enum.ts'
import { PERIODS, type Period, type PeriodWire } from '../../metrics/periods.ts'
import { isPlainText } from '../../plain-text.ts'
import { SMART_COHORTS, type SmartCohort, type SmartCohortName } from '../../smart-money/smart-cohorts.ts'

/** How the text of a parameter becomes the value of a variable, and how that is described. */
export interface ParameterType<T> {
  /** What is accepted, as a phrase that completes "must be …". */
  accepts: string
  /** The text's schema; whatever it refuses is answered with `accepts`. */
  schema: z.ZodType<T, string>
  /** The value in JSON Schema, for the OpenAPI document. */
  jsonSchema: Readonly<Record<string, unknown>>
}

/** A whole number in decimal digits, `min` to `max`. */
export function wholeNumber(limits: { min: number; max: number; default?: number }): ParameterType<number> {
  const { min, max } = limits
  const number = new Intl.NumberFormat('en')
  return {
    accepts: `a whole number from ${number.format(min)} to ${number.format(max)}`,
    schema: z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number)
      .refine((value) => value >= min && value <= max),
    jsonSchema: {
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(limits.default === undefined ? {} : { default: limits.default }),
    },
  }
}

/** Text of `min` to `max` characters without control characters, which no name, id or cursor of ours has. */
export function text(limits: { min: number; max: number }): ParameterType<string> {
  const { min, max } = limits
  return {
    accepts: `${min} to ${max} characters without control characters`,
    schema: z
      .string()
      .refine((value) => characterCount(value) >= min && characterCount(value) <= max)
      .refine(isPlainText),
    jsonSchema: { type: 'string', minLength: min, maxLength: max, pattern: String.raw`^\P{Cc}*$` },
  }
}

/** True or false, in these words. */
export function flag(settings: { default: boolean }): ParameterType<boolean> {
  return {
    accepts: 'true or false',
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    jsonSchema: { type: 'boolean', default: settings.default },
  }
}

/** A period by its name on the wire (`7d`); its value is the name in GraphQL. */
export function period(settings: { default: PeriodWire }): ParameterType<Period> {
  return wireName<Period>(PERIODS, settings.default)
}

/** A cohort of smart money by its name on the wire (`top-pnl`); its value is the name in GraphQL. */
export function smartCohort(settings: { default: SmartCohort }): ParameterType<SmartCohortName> {
  return wireName<SmartCohortName>(SMART_COHORTS, settings.default)
}

/** A fill's direction, in either case; its value is the name in GraphQL. */
export function direction(): ParameterType<'BUY' | 'SELL'> {
  return anyCase(enumChoice(['buy', 'sell']))
}

/** The same in upper and lower case. */
export function anyCase<T>({ schema, ...type }: ParameterType<T>): ParameterType<T> {
  return { ...type, schema: z.string().toLowerCase().pipe(schema) }
}

/** One of a few names, which is its value. */
export function choice<Name extends string>(names: readonly Name[]): ParameterType<Name> {
  return wireName(names.map((name) => ({ wire: name, name })))
}

/** One of the names on the wire of an enum of the schema; its value is the name in GraphQL. */
export function enumChoice<Wire extends string>(wires: readonly Wire[]): ParameterType<EnumName<Wire>> {
  return wireName(wires.map((wire) => ({ wire, name: enumName(wire) })))
}

/** Dollars below an amount in decimal digits, with up to 6 decimals. @param below a power of ten up to 1e12 */
export function dollars(below: number): ParameterType<number> {
  return {
    accepts: `an amount of dollars below ${new Intl.NumberFormat('en').format(below)} with up to 6 decimals, such as 25000`,
    schema: z
      .string()
      .regex(/^\d{1,12}(\.\d{1,6})?$/)
      .transform(Number)
      .refine((value) => value < below),
    jsonSchema: { type: 'number', minimum: 0, exclusiveMaximum: below },
  }
}

/** One of a few names on the wire; its value is the name in GraphQL. */
function wireName<Name extends string>(
  list: readonly { wire: string; name: Name }[],
  usual?: string,
): ParameterType<Name> {
  const names = new Map(list.map(({ wire, name }) => [wire, name]))
  const wires = [...names.keys()]
  return {
    accepts: `one of ${wires.join(', ')}`,
    schema: z.string().transform((value, context) => {
      const name = names.get(value)
      if (name !== undefined) return name
      context.addIssue('not one of these')
      return z.NEVER
    }),
    jsonSchema: { type: 'string', enum: wires, ...(usual === undefined ? {} : { default: usual }) },
  }
}

/** A market's condition in either case; its value is in lower case. */
export function condition(): ParameterType<string> {
  return hexOf(64, 'a condition')
}

/** A wallet's address in either case; its value is in lower case. */
export function address(): ParameterType<string> {
  return hexOf(40, 'an address')
}

function hexOf(digits: number, what: string): ParameterType<string> {
  const pattern = `^0[xX][0-9a-fA-F]{${digits}}$`
  return {
    accepts: `${what}: 0x and ${digits} hexadecimal digits (${pattern})`,
    schema: z
      .string()
      .regex(new RegExp(pattern))
      .transform((value) => value.toLowerCase()),
    jsonSchema: { type: 'string', pattern },
  }
}

/** A UTC day of the calendar, `2026-02-17`. */
export function date(): ParameterType<string> {
  return {
    accepts: 'a day of the calendar such as 2026-02-17',
    schema: z.iso.date(),
    jsonSchema: { type: 'string', format: 'date' },
  }
}
