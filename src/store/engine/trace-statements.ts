import { isTracing, traced } from '../../trace.ts'
import type { Sql } from './database.ts'

/** Gives each statement of a request a span with its text, whose values are placeholders; the same `sql` while tracing is off. */
export function traceStatements(sql: Sql): Sql {
  if (!isTracing()) return sql
  const system = { 'db.system.name': sql.dialect === 'sqlite' ? 'sqlite' : 'postgresql' }
  const within = <T>(name: string, text: string | null, work: () => Promise<T>) =>
    traced(
      name,
      { isPart: true, attributes: { ...system, ...(text !== null && { 'db.query.text': text }) } },
      work,
    )
  return {
    ...sql,
    all: (text, values) => within(summaryOf(text), text, () => sql.all(text, values)),
    get: (text, values) => within(summaryOf(text), text, () => sql.get(text, values)),
    run: (text, values) => within(summaryOf(text), text, () => sql.run(text, values)),
    insertNew: (table, columns, count) =>
      within(`INSERT ${table.name}`, null, () => sql.insertNew(table, columns, count)),
    upsert: (table, columns, count, merge, onlyIf) =>
      within(`INSERT ${table.name}`, null, () => sql.upsert(table, columns, count, merge, onlyIf)),
    find: (table, by, keys, count, select) =>
      within(`SELECT ${table.name}`, null, () => sql.find(table, by, keys, count, select)),
    findEach: (types, keys, count, text) =>
      within(summaryOf(text), text, () => sql.findEach(types, keys, count, text)),
    deleteEach: (table, where, keys, count) =>
      within(`DELETE ${table.name}`, null, () => sql.deleteEach(table, where, keys, count)),
  }
}

/** A statement's verb and first table: `SELECT snapshots`. */
function summaryOf(text: string): string {
  const [, verb = 'SQL'] = /\b(SELECT|INSERT|UPDATE|DELETE)\b/i.exec(text) ?? []
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE)\s+["`]?(?!json_each|unnest)(\w+)/i.exec(text) ?? []
  return `${verb.toUpperCase()} ${table}`.trim()
}
