import type { Database, Sql } from '../../../src/store/engine/database.ts'

/** The real store as a killed process leaves it: no statement after the first `count` succeeds. */
export function failingAfter(db: Database, count: number): Database {
  let left = count
  const guarded = <T extends Sql>(sql: T): T =>
    new Proxy(sql, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function' || !COUNTED.has(String(name))) return value
        return (...args: unknown[]) => {
          if (left-- <= 0) throw new Killed()
          return Reflect.apply(value, target, args)
        }
      },
    })
  const transaction: Database['transaction'] = (work) => db.transaction((tx) => work(guarded(tx)))
  return new Proxy(guarded(db), {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  })
}

const COUNTED = new Set(['all', 'get', 'run', 'insertNew', 'upsert', 'find', 'findEach', 'deleteEach'])

/** The end of a process that was killed. */
export class Killed extends Error {}
