import { z } from 'zod'
import { RULE_PARTS, ruleField } from '../../lab/rule.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import { MarketCategoryEnum, valuesOf } from '../kit/enums.ts'
import { GIVEN_SCREEN, LIST_LIMITS } from '../kit/limits/known-limits.ts'

type InputFields = PothosSchemaTypes.InputFieldBuilder<GraphSchemaTypes, 'InputObject'>

const BacktestChoiceEnum = builder.enumType('BacktestChoice', {
  description: 'How often a rule chooses its traders.',
  values: valuesOf({
    DAY: 'Every day.',
    WEEK: 'On the first day, then every Monday.',
    MONTH: 'On the first day, then on the first day of every month.',
  }),
})
const BacktestSidesEnum = builder.enumType('BacktestSides', {
  description: 'The sides of trades that a rule copies.',
  values: valuesOf({
    BUYS: 'Purchases; they are sold by the exits of the rule.',
    BOTH: 'Purchases and sales, each in the size of the rule.',
  }),
})
const BacktestModeEnum = builder.enumType('BacktestMode', {
  description: 'How an order of a rule fills.',
  values: valuesOf({
    TAKER: 'At the prices of trades that took the same side from the book.',
    MAKER: "At the trader's price, by trades strictly through it.",
  }),
})

/** The enums of rules, by their values. */
const ENUMS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['DAY,WEEK,MONTH', BacktestChoiceEnum],
  ['BUYS,BOTH', BacktestSidesEnum],
  ['TAKER,MAKER', BacktestModeEnum],
  [MARKET_CATEGORIES.join(), MarketCategoryEnum],
])

const TITLES: Readonly<Record<keyof typeof RULE_PARTS, [name: string, description: string]>> = {
  universe: [
    'BacktestUniverse',
    'The traders whom a rule copies: of a leaderboard, a saved screen or a list.',
  ],
  record: ['BacktestRecord', 'The minimum record of a trader when chosen.'],
  entry: ['BacktestEntry', 'The trades that a rule copies.'],
  size: [
    'BacktestSize',
    'The money of a rule: one of `usd`, `shareOfTrade` and `shareOfBankroll`, and limits.',
  ],
  fill: ['BacktestFill', 'How orders of a rule fill.'],
  exit: ['BacktestExit', 'When a copy is sold before its market is resolved.'],
}

/** The inputs of a rule's parts: their fields, texts, limits and defaults are those of the rule's schema. */
export const RULE_INPUTS = Object.fromEntries(
  Object.entries(RULE_PARTS).map(([part, { shape }]) => {
    const [name, description] = TITLES[part as keyof typeof RULE_PARTS]
    const input = builder.inputType(name, {
      description,
      fields: (t) =>
        Object.fromEntries(Object.entries<z.ZodType>(shape).map(([field, of]) => [field, inputOf(t, of)])),
    })
    return [part, input]
  }),
) as Record<keyof typeof RULE_PARTS, ReturnType<typeof builder.inputType>>

function inputOf(t: InputFields, field: z.ZodType) {
  const { type, usual } = ruleField(field)
  const unset = usual === undefined || usual === null || (Array.isArray(usual) && usual.length === 0)
  const description = `${field.description ?? ''}${unset ? '' : ` Default: ${String(usual)}.`}`
  if (type instanceof z.ZodBoolean) return t.boolean({ description })
  if (type instanceof z.ZodNumber) {
    const options = { description, limits: limitsOf(type) }
    return type.format === 'safeint' ? t.int(options) : t.float(options)
  }
  if (type instanceof z.ZodArray) {
    const of = type.element instanceof z.ZodEnum ? enumOf(type.element) : 'Address'
    return t.field({ type: [of as 'Address'], description, limits: { maxItems: of === 'Address' ? 200 : 8 } })
  }
  if (type instanceof z.ZodString) return t.string({ description, limits: GIVEN_SCREEN })
  const known = type instanceof z.ZodEnum ? enumOf(type) : undefined
  return known === undefined
    ? t.string({ description, limits: { minLength: 1, maxLength: LIST_LIMITS.boardId } })
    : t.field({ type: known as 'Address', description })
}

function enumOf({ options }: z.ZodEnum): unknown {
  return ENUMS.get(options.join())
}

function limitsOf({ minValue, maxValue, def }: z.ZodNumber): ValueLimits {
  const isAbove = def.checks?.some(
    (check) => 'inclusive' in check._zod.def && check._zod.def.inclusive === false,
  )
  const isGiven = (value: number | null) => value !== null && Number.isSafeInteger(Math.ceil(value))
  return {
    ...(isGiven(minValue) && { [isAbove ? 'exclusiveMinimum' : 'minimum']: minValue }),
    ...(isGiven(maxValue) && { maximum: maxValue }),
  } as ValueLimits
}
