import type { Sql } from './database.ts'

/** Reads by name; each takes the connection first. */
type Reads = Record<string, (sql: Sql, ...rest: never[]) => unknown>

/** The same reads on one connection. */
type ReadsOn<Some extends Reads> = {
  readonly [name in keyof Some]: Some[name] extends (sql: Sql, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never
}

/** Returns the reads with their first argument given: a facade that adds nothing to a read names it here. */
export function readsOn<Some extends Reads>(sql: Sql, reads: Some): ReadsOn<Some> {
  return Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, (...rest: never[]) => read(sql, ...rest)]),
  ) as ReadsOn<Some>
}
