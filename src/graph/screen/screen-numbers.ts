import type { FieldRef } from '@pothos/core'
import { defined } from '../../checks.ts'
import { DAY_SECONDS, decimalOf } from '../../ledger/quantities.ts'
import { SCREEN_COLUMNS, type ScreenColumn, type ScreenColumnId } from '../../metrics/screen-columns.ts'
import type { ScreenTable } from '../../store/snapshot/snapshot-reader.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import { IntervalType } from '../kit/interval.ts'
import { labelEnum } from '../kit/question.ts'
import { LABEL_ENUMS } from './trader-where.ts'

export interface ScreenRow {
  readonly table: ScreenTable
  readonly row: number
}

/** A trader's row; null for a trader without a trade in the window. */
export function rowOf(table: ScreenTable, trader: number): ScreenRow | null {
  let rows = places.get(table.ids)
  if (rows === undefined) {
    rows = new Map(Array.from(table.ids, (id, row) => [id, row]))
    places.set(table.ids, rows)
  }
  const row = rows.get(trader)
  return row === undefined ? null : { table, row }
}

const places = new WeakMap<Float64Array, ReadonlyMap<number, number>>()

type Field = FieldRef<GraphSchemaTypes, unknown, 'Object'>
type Fields = PothosSchemaTypes.ObjectFieldBuilder<GraphSchemaTypes, ScreenRow>

/** A number of a row as its column holds it; null if it is unknown. */
async function cell({ table, row }: ScreenRow, id: ScreenColumnId): Promise<number | null> {
  const value = defined((await table.column(id))[row])
  return Number.isNaN(value) ? null : value
}

function fieldOf(
  t: Fields,
  { id, kind, unit, labels, description, isMicro, isNullable, isGated }: ScreenColumn,
) {
  const said = {
    nullable: true,
    description,
    ...(isGated && { tier: { requires: 'FREE', otherwise: 'NULL' } as const }),
  } as const
  const held = (row: ScreenRow) => cell(row, id)
  if (kind === 'FLAG') return t.flag(async (row) => (await held(row)) === 1, description)
  if (kind === 'LABEL')
    return t.of(
      labelEnum(LABEL_ENUMS, id),
      async (row) => defined(labels[defined((await held(row)) ?? undefined)]) as never,
      description,
    )
  if (kind === 'DAY')
    return t.field({
      ...said,
      type: 'DateTime',
      resolve: async (row) => {
        const day = await held(row)
        return day === null ? null : day * DAY_SECONDS
      },
    })
  const shown = async (row: ScreenRow) => {
    const value = await held(row)
    return value !== null && isMicro ? decimalOf(value) : value
  }
  if (unit === 'count') return t.int({ description, resolve: async (row) => (await shown(row)) ?? 0 })
  return isNullable
    ? t.float({ ...said, resolve: shown })
    : t.number(async (row) => (await shown(row)) ?? 0, description)
}

function intervalOf(t: Fields, low: ScreenColumn, high: ScreenColumn) {
  return t.of(
    IntervalType,
    async (row) => {
      const ends = [await cell(row, low.id), await cell(row, high.id)] as const
      return ends[0] === null || ends[1] === null ? null : ([ends[0], ends[1]] as const)
    },
    { nullable: true, description: low.description.replace(', lower end', '') },
  )
}

/** Columns that are an interval's ends, by the interval's name. */
function endsOf({ id }: ScreenColumn): string | null {
  const name = /^(.+)(Low|High)$/.exec(id)?.[1]
  return name === undefined ? null : `${name}Interval`
}

/** Everything that a screen knows of a trader in its window. */
export const ScreenNumbersType = builder.objectRef<ScreenRow>('ScreenNumbers').implement({
  description:
    "A trader's numbers over the question's window and category; tests of skill are over the units decided in them. `botProbability`, `isBot`, `coverage`, `copyable` and `prescience` are of the whole record.",
  fields: (t) =>
    Object.fromEntries(
      SCREEN_COLUMNS.flatMap((column, i): [string, Field][] => {
        const interval = endsOf(column)
        if (interval === null) return [[column.id, fieldOf(t, column)]]
        const high = SCREEN_COLUMNS[i + 1]
        return column.id.endsWith('Low') && high ? [[interval, intervalOf(t, column, high)]] : []
      }),
    ),
})
