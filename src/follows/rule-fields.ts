import { z } from 'zod'
import type { AccountTier } from '../accounts/account-store.ts'
import { PequodError } from '../errors.ts'
import { MICRO } from '../ledger/quantities.ts'
import type { ValueLimits } from '../value-limits.ts'

interface Field {
  /** One sentence or more; `{limits}` stands for the limits. */
  text: string
  /** A word for the effect of omitting the rule: `never`, `any`. @default the default value */
  unset?: string
  /** The tier that the rule is for. @default any */
  needs?: 'PRO'
  /**
   * The label of its control in a form, in which amounts are entered in hundredths.
   * @default forms omit it
   */
  label?: string
}

/** Whole parts of one that an amount is stored in: dollars as micro-dollars, fractions of an outcome as thousandths. */
interface AmountField<Default extends number | null = number | null> extends Field {
  type: 'amount'
  limits: ValueLimits
  parts: number
  default: Default
}

interface CountField extends Field {
  type: 'count'
  /** Names of the values from 0 on, for a form to choose among. @default a number is entered */
  names?: readonly string[]
  limits: ValueLimits
  default: number
}

interface FlagField extends Field {
  type: 'flag'
}

/** One of some values, or none. */
interface ChoiceField<Of extends string = string> extends Field {
  type: 'choice'
  values: readonly Of[]
}

/** Any number of some values; an empty list means any. */
interface ChoicesField<Of extends string = string> extends Field {
  type: 'choices'
  values: readonly Of[]
}

/** A rule of a follow with its words, from which GraphQL, REST, the pages and the command are derived. */
export type RuleField = AmountField | CountField | FlagField | ChoiceField | ChoicesField
export type RuleFields = Readonly<Record<string, RuleField>>

type RuleOf<F extends RuleField> =
  F extends AmountField<infer Default>
    ? number | (Default extends null ? null : never)
    : F extends CountField
      ? number
      : F extends FlagField
        ? boolean
        : F extends ChoiceField<infer Of>
          ? Of | null
          : F extends ChoicesField<infer Of>
            ? readonly Of[]
            : never

/** The rules of a follow as they are stored: amounts are exact. */
export type RulesOf<Fields extends RuleFields> = { -readonly [name in keyof Fields]: RuleOf<Fields[name]> }

/** An amount in dollars, stored as micro-dollars. */
export function dollars<Default extends number | null>(
  limits: ValueLimits,
  field: Field & { default: Default },
): AmountField<Default> {
  return { type: 'amount', parts: MICRO, limits, ...field }
}

/** Two rules that contradict each other: the field that is to blame, and how. */
export interface RuleProblem {
  name: string
  message: string
}

/**
 * Reads a follow's rules after the schema has checked each of them.
 * @param check finds rules that contradict each other
 */
export function rulesInput<Fields extends RuleFields>(
  fields: Fields,
  check: (rules: RulesOf<Fields>) => readonly RuleProblem[] = () => [],
): z.ZodType<RulesOf<Fields>> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, checkOf(field)]))
  return z
    .object(shape)
    .transform((rules) => rules as RulesOf<Fields>)
    .superRefine((rules, context) => {
      for (const { name, message } of check(rules))
        context.addIssue({ code: 'custom', path: [name], message })
    })
}

function checkOf(field: RuleField): z.ZodType {
  switch (field.type) {
    case 'amount': {
      const exact = z.number().transform((amount) => Math.round(amount * field.parts))
      return field.default === null ? exact.nullable().default(null) : exact.default(field.default)
    }
    case 'count':
      return z.number().default(field.default)
    case 'flag':
      return z.boolean().default(false)
    case 'choice':
      return z.enum(field.values).nullable().default(null)
    case 'choices':
      return z
        .array(z.enum(field.values))
        .default([])
        .transform((list) => [...new Set(list)])
  }
}

/** @throws PequodError FORBIDDEN for a rule that the tier may not have */
export function requireRules(fields: RuleFields, rules: object, tier: AccountTier): void {
  for (const [name, { needs }] of Object.entries(fields))
    if (needs === 'PRO' && tier !== 'PRO' && (rules as Record<string, unknown>)[name])
      throw new PequodError('FORBIDDEN', `${name} needs Pro: omit it, or get Pro.`)
}

/** A rule as its owner writes it: an amount in dollars, or as a fraction. */
export function shownRule(field: RuleField, value: unknown): unknown {
  return field.type === 'amount' && typeof value === 'number' ? value / field.parts : value
}
