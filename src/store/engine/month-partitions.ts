import type { Column, Table } from './table.ts'

/** Runs a statement on PostgreSQL and answers its rows. */
type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** A UTC month: the first second of it and the first after it. */
export interface Month {
  name: string
  from: number
  to: number
}

/** The UTC month of a moment in seconds; its name is `2026_02`. */
export function monthOf(seconds: number): Month {
  const date = new Date(seconds * 1_000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return {
    name: `${String(year).padStart(4, '0')}_${String(month + 1).padStart(2, '0')}`,
    from: Date.UTC(year, month) / 1_000,
    to: Date.UTC(year, month + 1) / 1_000,
  }
}

function partitionName(table: string, month: Month): string {
  return `${table}_${month.name}`
}

/** The partitions known to exist. */
export interface MonthPartitions {
  /** Makes those partitions that the rows' months lack, in the transaction that `query` runs in. */
  ensure(query: Query, table: Table, columns: Record<string, Column>, count: number): Promise<void>
  /** Forgets what is known: a transaction that may have made partitions was taken back. */
  forget(): void
}

/** Keeps in memory what was asked, so that nearly every batch asks nothing. */
export function createMonthPartitions(): MonthPartitions {
  const known = new Set<string>()
  return {
    async ensure(query, table, columns, count) {
      if (table.months === undefined) return
      const months = monthsOf(columns[table.months] ?? [], count).filter(
        (month) => !known.has(partitionName(table.name, month)),
      )
      if (months.length === 0) return
      const there = await partitionsOf(query, table.name)
      for (const month of months) {
        if (!there.has(partitionName(table.name, month))) await attach(query, table.name, month)
        known.add(partitionName(table.name, month))
      }
    },
    forget: () => known.clear(),
  }
}

/** The months of the first `count` moments, each once. */
function monthsOf(times: Column, count: number): Month[] {
  const months = new Map<string, Month>()
  let last: Month | null = null
  for (let i = 0; i < count; i++) {
    const time = Number(times[i])
    if (last !== null && time >= last.from && time < last.to) continue
    last = monthOf(time)
    months.set(last.name, last)
  }
  return [...months.values()]
}

async function partitionsOf(query: Query, table: string): Promise<ReadonlySet<string>> {
  const rows = await query(
    'SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass',
    [table],
  )
  return new Set(rows.map(({ name }) => String(name)))
}

/** Attaching, unlike creating in place, does not block readers of the table. */
async function attach(query: Query, table: string, month: Month): Promise<void> {
  const name = partitionName(table, month)
  await query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS)`, [])
  await query(
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${month.from}) TO (${month.to})`,
    [],
  )
}
