import { openSync, writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { threadId } from 'node:worker_threads'
import type { Sql } from '../../../../src/store/engine/database.ts'
import { fixClockAndDraws } from './clock-and-draws.ts'

/**
 * Preloaded by the scenario's process and its threads: each statement that runs through {@link Sql} is written down with its
 * values and what it found. It takes the place of the module that gives statements their spans, the one through which
 * every connection of either engine passes.
 */
const REPLACED = '/src/store/engine/trace-statements.ts'
fixClockAndDraws()
registerHooks({
  load: (url, context, next) =>
    url.endsWith(REPLACED)
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export { recordStatements as traceStatements } from ${JSON.stringify(import.meta.url)}`,
        }
      : next(url, context),
})

/** A statement that ran. */
export interface StatementRecord {
  /** The place in `src` that ran it, as `file:line:column`. */
  place: string
  /** The method that ran it: a member of {@link Sql}. */
  by: string
  /** Its text, or its table. */
  text: string
  values: unknown
  found: unknown
}

const file = openSync(`${process.env.STATEMENTS_FILE}.${threadId}`, 'a')
const RECORDED = ['all', 'get', 'run', 'insertNew', 'upsert', 'find', 'findEach', 'deleteEach'] as const

/** The same statements, written down as they run. */
export function recordStatements(sql: Sql): Sql {
  const recorded: Record<string, unknown> = {}
  for (const by of RECORDED) {
    const work = sql[by] as (...args: unknown[]) => Promise<unknown>
    recorded[by] = async (...args: unknown[]) => {
      const place = callerOf(new Error().stack ?? '')
      const found = await work(...args)
      const texts = args.filter((arg) => typeof arg === 'string' || isTable(arg))
      const values = args.filter((arg) => typeof arg !== 'string' && !isTable(arg))
      const text = texts.map((arg) => (isTable(arg) ? arg.name : arg)).join(' ')
      writeSync(file, `${JSON.stringify({ place, by, text, values, found }, plain)}\n`)
      return found
    }
  }
  return { ...sql, ...recorded }
}

function isTable(arg: unknown): arg is { name: string } {
  return typeof arg === 'object' && arg !== null && 'columns' in arg && 'name' in arg
}

/** The first caller outside the engines' room. */
function callerOf(stack: string): string {
  for (const line of stack.split('\n')) {
    const [, path, place] = /\/src\/(\S+?\.ts)(:\d+:\d+)\)?$/.exec(line) ?? []
    if (path !== undefined && !path.startsWith('store/engine/')) return `${path}${place}`
  }
  return 'none'
}

function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array)
  if (typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer')
    return (value as { data: unknown }).data
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return value
}
