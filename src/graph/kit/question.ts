import type { EnumRef } from '@pothos/core'
import { meets } from '../../access/tier.ts'
import { wrongArgument } from '../../errors.ts'
import { type Day, leastMicro, mostMicro } from '../../ledger/quantities.ts'
import type { ScreenColumn } from '../../metrics/screen-columns.ts'
import type { Condition, OrderTerm } from '../../numbers/screen/evaluate.ts'
import { DayWindowInput, type GivenDays } from './board-access.ts'
import { builder, type GraphSchemaTypes } from './builder.ts'
import type { RequestContext } from './context.ts'
import { type GivenOrder, sortName } from './question-path.ts'
import { argumentRefusal } from './tier-gate.ts'
import { TIER_DIRECTIVE } from './tier-rule.ts'
import { NumberRangeInput, type Range } from './where-inputs.ts'

/*
 * Questions about all rows of a table: inputs that filter and sort by its columns, made from the list of the columns, and their reading.
 */

export const QUESTION_LIMITS = {
  conditions: 40,
  /** Levels of `all`, `any` and `not`. */
  depth: 3,
  orders: 5,
} as const

/** A number, day, label or flag of each row. */
export type Column<Id extends string = string> = Pick<
  ScreenColumn,
  'kind' | 'title' | 'description' | 'direction' | 'labels' | 'isMicro' | 'isGated'
> & { readonly id: Id }

/** Conditions as a caller gives them, by the names of their columns; all of them must hold. */
export interface GivenConditions {
  [column: string]: unknown
  all?: readonly GivenConditions[] | null | undefined
  any?: readonly GivenConditions[] | null | undefined
  not?: GivenConditions | null | undefined
}

/** The rule of numbers by which a gated leaderboard is ordered. */
const GATED = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: { says: 'it compares a metric of a leaderboard whose `access` is SIGNED_IN', holds: () => true },
} as const
const GATED_DIRECTIVE = {
  directives: [{ name: TIER_DIRECTIVE.name, args: { requires: 'FREE', otherwise: 'ERROR' } }],
}

type InputFields = PothosSchemaTypes.InputFieldBuilder<GraphSchemaTypes, 'InputObject'>
/** The enums of columns that are labels, by id. */
type LabelEnums = Readonly<Record<string, EnumRef<GraphSchemaTypes, string>>>

/** The fields of conditions on columns, by their ids: a range for a number, days for a day, a list for a label, true or false for a flag. */
export function conditionFields(t: InputFields, columns: readonly Column[], enums: LabelEnums) {
  return Object.fromEntries(
    columns.map(({ id, kind, description, isGated }) => {
      const options = {
        description: isGated ? `${description} Requires sign-in.` : description,
        ...(isGated && GATED_DIRECTIVE),
      }
      if (kind === 'FLAG') return [id, t.boolean(options)]
      if (kind === 'DAY') return [id, t.field({ type: DayWindowInput, ...options })]
      if (kind === 'NUMBER') return [id, t.field({ type: NumberRangeInput, ...options })]
      return [id, t.field({ type: [labelEnum(enums, id)], ...options })]
    }),
  )
}

/** The enum of a column that is a label. @throws Error where it has none */
export function labelEnum(enums: LabelEnums, id: string): EnumRef<GraphSchemaTypes, string> {
  const found = enums[id]
  if (found === undefined) throw new Error(`The label ${id} has no enum`)
  return found
}

/** The words that every input of conditions has in its description. */
export const CONDITIONS_SAY = `A condition on an unknown number is false, so \`not\` includes it. At most ${QUESTION_LIMITS.conditions} conditions, \`all\`, \`any\` and \`not\` ${QUESTION_LIMITS.depth} levels deep.`

export const ALL_OF = 'Conditions that all hold.'
export const ANY_OF = 'Alternatives: at least one of these conditions holds.'
export const NONE_OF = 'Conditions that do not all hold.'

const SortDirectionEnum = builder.enumType('SortDirection', {
  description: 'Directions of an order.',
  values: {
    ASC: { description: 'The lowest value first.' },
    DESC: { description: 'The highest value first.' },
  } as const,
})

interface SortInput {
  /** Its own words and those of its parts. */
  says: { order: string; by: string; direction: string }
  /** The direction of those without one, where `change` may be asked for. @default it may not */
  change?: string
}

/** An enum of columns. @param says a sentence about a column and its title */
export function columnEnum(
  name: string,
  columns: readonly Column[],
  { description, says }: { description: string; says: (column: Column) => string },
) {
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      columns.map((column) => [
        sortName(column.id),
        {
          value: column.id,
          description: `${says(column)}${column.isGated ? ' Requires sign-in.' : ''}`,
          ...(column.isGated && GATED_DIRECTIVE),
        },
      ]),
    ),
  })
}

/** The input of one order by columns, a label by its place among the labels. */
export function sortInputs(
  name: 'Trader' | 'Market',
  columns: readonly Column[],
  { says, change }: SortInput,
) {
  const sorts = columnEnum(
    `${name}Sort`,
    columns.filter(({ kind }) => kind !== 'FLAG'),
    { description: says.by, says: ({ id, title }) => `Sorts by \`${id}\`: ${title}.` },
  )
  return builder.inputRef<GivenOrder>(`${name}Order`).implement({
    description: says.order,
    fields: (t) => ({
      by: t.field({ type: sorts, required: true, description: 'The number.' }),
      direction: t.field({ type: SortDirectionEnum, description: says.direction }),
      weight: t.float({
        limits: { minimum: 0.001, maximum: 1_000 },
        description:
          'The weight, from {limits}, on every order or on none. Default: one order after another.',
      }),
      ...(change !== undefined && { change: t.boolean({ description: change }) }),
    }),
  })
}

/** The count of a question's conditions while it is read. */
export interface ConditionCount {
  conditions: number
}

interface Reading<Id extends string> {
  columns: readonly Column<Id>[]
  context: RequestContext
  count: ConditionCount
  /** Conditions that no column is: what a filter names besides numbers. */
  own(where: GivenConditions, depth: number): AsyncIterable<Condition<Id>>
}

/**
 * Reads conditions in the units of columns.
 * @throws PequodError BAD_USER_INPUT beyond {@link QUESTION_LIMITS}, UNAUTHENTICATED for a gated metric without sign-in
 */
export async function readConditions<Id extends string>(
  where: GivenConditions,
  reading: Reading<Id>,
  depth = 0,
): Promise<Condition<Id>> {
  if (depth > QUESTION_LIMITS.depth)
    throw wrongArgument('where', `must not be more than ${QUESTION_LIMITS.depth} levels deep`)
  const { columns, context, count, own } = reading
  const of: Condition<Id>[] = []
  const add = (condition: Condition<Id>) => {
    of.push(condition)
    if (++count.conditions > QUESTION_LIMITS.conditions)
      throw wrongArgument('where', `must not have more than ${QUESTION_LIMITS.conditions} conditions`)
  }
  for (const column of columns)
    for (const one of columnConditions(column, where[column.id])) {
      if (column.isGated) refuseGated('where', context)
      add(one)
    }
  for await (const one of own(where, depth)) add(one)
  const { all, any, not } = where
  for (const one of all ?? []) of.push(await readConditions(one, reading, depth + 1))
  if (any) {
    const some: Condition<Id>[] = []
    for (const one of any) some.push(await readConditions(one, reading, depth + 1))
    of.push({ kind: 'ANY', of: some })
  }
  if (not) of.push({ kind: 'NOT', of: await readConditions(not, reading, depth + 1) })
  return { kind: 'ALL', of }
}

function columnConditions<Id extends string>(
  { id, kind, isMicro, labels }: Column<Id>,
  given: unknown,
): Condition<Id>[] {
  if (given === null || given === undefined) return []
  if (kind === 'FLAG') return [{ kind: 'ONE_OF', column: id, values: new Set([Number(given)]) }]
  if (kind === 'LABEL') {
    const values = new Set((given as readonly string[]).map((label) => labels.indexOf(label)))
    return [{ kind: 'ONE_OF', column: id, values }]
  }
  const { from, to } = given as GivenDays
  const { min, max, known } =
    kind === 'DAY'
      ? ({ min: from, max: to, known: null } as { min?: Day | null; max?: Day | null; known: null })
      : (given as Range)
  const conditions: Condition<Id>[] = []
  if (typeof min === 'number' || typeof max === 'number')
    conditions.push({
      kind: 'RANGE',
      column: id,
      min: typeof min === 'number' ? (isMicro ? leastMicro(min) : min) : Number.NEGATIVE_INFINITY,
      max: typeof max === 'number' ? (isMicro ? mostMicro(max) : max) : Number.POSITIVE_INFINITY,
    })
  if (typeof known === 'boolean') conditions.push({ kind: 'KNOWN', column: id, isKnown: known })
  return conditions
}

/**
 * Reads orders.
 * @param columnNamed throws for a name that no column has
 * @throws PequodError BAD_USER_INPUT for more than {@link QUESTION_LIMITS}, weights on some alone, and changes without another day;
 * UNAUTHENTICATED for a gated metric without sign-in
 */
export function readOrder<Id extends string>(
  orderBy: readonly GivenOrder[],
  {
    columnNamed,
    hasOther,
    context,
  }: {
    columnNamed: (id: string) => Column<Id>
    hasOther: boolean
    context: RequestContext
  },
): OrderTerm<Id>[] {
  const refuse = (message: string) => wrongArgument('orderBy', message)
  if (orderBy.length > QUESTION_LIMITS.orders)
    throw refuse(`must not have more than ${QUESTION_LIMITS.orders} orders`)
  const weighted = orderBy.filter(({ weight }) => typeof weight === 'number').length
  if (weighted !== 0 && weighted !== orderBy.length)
    throw refuse('must have a weight on every order or on none')
  return orderBy.map(({ by, direction, weight, change }) => {
    const { id, isGated, direction: better } = columnNamed(by)
    if (isGated) refuseGated('orderBy', context)
    if (change && !hasOther) throw refuse('must come with compareTo where it sorts by a change')
    const usual = better === 'LOWER_IS_BETTER' ? 'ASC' : 'DESC'
    return {
      column: id,
      isAscending: (direction ?? usual) === 'ASC',
      weight: weight ?? null,
      isChange: change ?? false,
    }
  })
}

/** Refuses what only signed-in callers may compare. */
export function refuseGated(name: string, { caller: { tier } }: RequestContext): void {
  if (!meets(tier, 'FREE')) throw argumentRefusal(name, GATED, tier)
}
