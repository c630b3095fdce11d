import type { Sql } from '../engine/database.ts'
import type { Table, Value } from '../engine/table.ts'
import { isKept, keepRows } from '../ledger/history.ts'
import { CONDITIONS, MARKET_EVENTS, NEG_RISK_MARKETS, TOKENS, TRADERS } from '../tables.ts'

/** Names kept in memory before the cache starts again. */
const KEPT_NAMES = 300_000

/** Turns names (addresses, tokens, conditions) into the small integers by which the store knows them. */
export interface Dictionary {
  /** The id of each name; names not yet there get the next ids, in the order given. */
  idsOf(tx: Sql, names: readonly string[]): Promise<number[]>
  /** Forgets what is in memory; called when a transaction was undone. */
  forget(): void
}

/**
 * A dictionary over a table with `id` and one unique text column.
 * @param column the column that holds the name
 * @param columnsOf values of the table's other columns for new names
 */
export function createDictionary(
  table: Table,
  column: string,
  columnsOf: (names: readonly string[]) => Record<string, Value[]> = () => ({}),
): Dictionary {
  const ids = new Map<string, number>()

  const load = async (tx: Sql, names: readonly string[]) => {
    const rows = await tx.find(table, [column], { [column]: names }, names.length, ['id'])
    const missing: string[] = []
    names.forEach((name, i) => {
      const id = rows[i]?.[0]
      if (id === undefined) missing.push(name)
      else ids.set(name, Number(id))
    })
    return missing
  }
  const add = async (tx: Sql, names: readonly string[]) => {
    const last = await tx.get<{ id: number }>(`SELECT COALESCE(MAX(id), 0) AS id FROM ${table.name}`)
    const first = (last?.id ?? 0) + 1
    const fresh = names.map((_, i) => first + i)
    if (isKept(table)) await keepRows(tx, table, { id: fresh }, fresh.length)
    await tx.upsert(table, { id: fresh, [column]: names, ...columnsOf(names) }, names.length)
    names.forEach((name, i) => {
      ids.set(name, first + i)
    })
  }

  return {
    async idsOf(tx, names) {
      if (ids.size > KEPT_NAMES) ids.clear()
      const unknown = [...new Set(names.filter((name) => !ids.has(name)))]
      const missing = unknown.length > 0 ? await load(tx, unknown) : []
      if (missing.length > 0) await add(tx, missing)
      return names.map((name) => ids.get(name) ?? failed(name))
    },
    forget: () => ids.clear(),
  }
}

function failed(name: string): never {
  throw new Error(`the dictionary lost ${name}`)
}

/** The store's dictionaries, one for each kind of name. */
export interface Dictionaries {
  traders: Dictionary
  tokens: Dictionary
  conditions: Dictionary
  negRisk: Dictionary
  marketEvents: Dictionary
  /** Forgets what is in memory, after a transaction was undone. */
  forget(): void
}

/**
 * The dictionaries of one writer.
 * @param isInfrastructure contracts that are never traders; the store marks them when they are first named
 */
export function createDictionaries(isInfrastructure: (address: string) => boolean): Dictionaries {
  const all = {
    traders: createDictionary(TRADERS, 'address', (names) => ({
      infrastructure: names.map((name) => Number(isInfrastructure(name))),
    })),
    tokens: createDictionary(TOKENS, 'token'),
    conditions: createDictionary(CONDITIONS, 'condition'),
    negRisk: createDictionary(NEG_RISK_MARKETS, 'market'),
    marketEvents: createDictionary(MARKET_EVENTS, 'source_id'),
  }
  return {
    ...all,
    forget() {
      for (const dictionary of Object.values(all)) dictionary.forget()
    },
  }
}
