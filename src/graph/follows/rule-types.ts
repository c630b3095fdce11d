import { NOTICE_KINDS, type NoticeKind } from '../../delivery/notices.ts'
import { type RuleField, shownRule } from '../../follows/rule-fields.ts'
import { numberText } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { TradeSideEnum } from '../traders/trades/trade-filters.ts'
import { PositionChangeEnum } from '../trades/trade-where.ts'

const KIND_TEXTS = {
  OPENED: 'The wallet opened a position: its first shares of an outcome.',
  ADDED: 'It added shares to an outcome that it held.',
  REDUCED: 'It sold some of its shares of an outcome.',
  CLOSED: 'It sold its last shares of an outcome.',
  RESOLVED: 'A market in which it held shares was resolved.',
} satisfies Record<NoticeKind, string>

const WalletNoticeKindEnum = builder.enumType('WalletNoticeKind', {
  description: "A followed wallet's decision about its position in one outcome.",
  values: Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, { value: kind, description: KIND_TEXTS[kind] }]),
  ) as Record<NoticeKind, { value: NoticeKind; description: string }>,
})

/** The enums of the schema, by their values: a rule that chooses among the same values is of that type. */
const ENUMS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [MARKET_CATEGORIES.join(), MarketCategoryEnum],
  [NOTICE_KINDS.join(), WalletNoticeKindEnum],
  [POSITION_CHANGES.join(), PositionChangeEnum],
  ['BUY,SELL', TradeSideEnum],
])

function enumOf(values: readonly string[]) {
  const found = ENUMS.get(values.join())
  if (found === undefined) throw new Error(`no enum of the schema has the values ${values.join()}`)
  return found as typeof TradeSideEnum
}

type InputFields = PothosSchemaTypes.InputFieldBuilder<GraphSchemaTypes, 'InputObject'>

/**
 * Returns a rule as an input field.
 * @param of the kind, where several kinds share an input and the description must name it
 */
export function ruleInput(t: InputFields, field: RuleField, of = '') {
  const usual = 'default' in field ? shownRule(field, field.default) : false
  const unset = field.unset ?? (typeof usual === 'number' ? numberText(usual, 6) : usual)
  const description = `${of}${field.text} Default: ${unset}.`
  switch (field.type) {
    case 'amount':
      return t.float({ limits: field.limits, description })
    case 'count':
      return t.int({ limits: field.limits, description })
    case 'flag':
      return t.boolean({ description })
    case 'choice':
      return t.field({ type: enumOf(field.values), description })
    case 'choices':
      return t.field({ type: [enumOf(field.values)], limits: { maxItems: field.values.length }, description })
  }
}

interface Ruled {
  rules: object
}

type OutputFields<Shape extends Ruled> = PothosSchemaTypes.ObjectFieldBuilder<GraphSchemaTypes, Shape>

/** Returns a rule as an output field. */
export function ruleOutput<Shape extends Ruled>(t: OutputFields<Shape>, name: string, field: RuleField) {
  const read = ({ rules }: Ruled) => shownRule(field, (rules as Record<string, unknown>)[name])
  switch (field.type) {
    case 'amount':
      return t.float({
        nullable: field.default === null,
        limits: field.limits,
        description: `${field.text}${field.default === null ? ` Null: ${field.unset}.` : ''}`,
        resolve: (follow) => read(follow) as number,
      })
    case 'count':
      return t.int({
        limits: field.limits,
        description: field.text,
        resolve: (follow) => read(follow) as number,
      })
    case 'flag':
      return t.flag((follow) => read(follow) as boolean, field.text)
    case 'choice':
      return t.of(enumOf(field.values), (follow) => read(follow) as 'BUY', {
        nullable: true,
        description: `${field.text} Null: ${field.unset}.`,
      })
    case 'choices':
      return t.of([enumOf(field.values)], (follow) => [...(read(follow) as 'BUY'[])], {
        rows: 1,
        description: `${field.text} Empty: ${field.unset}.`,
      })
  }
}
