import { weightsOf } from '../../answers/headers.ts'
import { PequodError } from '../../errors.ts'

/** A form that an answer can take. */
export interface Format {
  /** The name in `format`. */
  name: string
  /** The extension of files. @default the name */
  extension?: string
  /** The media types in Accept that select it; the first is its registered or usual one. */
  types: readonly [string, ...string[]]
  /** The header Content-Type of such an answer. */
  contentType: string
}

/** The format that every path has. */
export const JSON_FORMAT: Format = {
  name: 'json',
  types: ['application/json'],
  contentType: 'application/json; charset=utf-8',
}

/** Rows of cells below a header. */
export const CSV_FORMAT: Format = {
  name: 'csv',
  types: ['text/csv'],
  contentType: 'text/csv; charset=utf-8; header=present',
}

/** The forms of an export, a row for each thing that a list holds; for Pro. */
export const EXPORT_FORMATS: readonly Format[] = [
  CSV_FORMAT,
  {
    name: 'ndjson',
    types: ['application/x-ndjson', 'application/ndjson'],
    contentType: 'application/x-ndjson; charset=utf-8',
  },
]

/** The forms that a path has. */
interface Offered {
  rows?: readonly string[]
  forms?: readonly Format[]
}

/**
 * Returns the format of an answer: the named one, else the one with the highest weight in Accept; JSON comes
 * first among equals and without Accept.
 * @param named the parameter `format`, already validated
 * @throws PequodError NOT_ACCEPTABLE if Accept excludes every format of the path
 */
export function chooseFormat(route: Offered, accept: string | undefined, named?: unknown): Format {
  const offered =
    route.rows === undefined ? [JSON_FORMAT] : [JSON_FORMAT, ...EXPORT_FORMATS, ...(route.forms ?? [])]
  if (named !== undefined) return offered.find(({ name }) => name === named) ?? JSON_FORMAT
  if (accept === undefined || accept === '*/*') return JSON_FORMAT
  return mostWanted(offered, weightsOf(accept)) ?? notAcceptable(offered)
}

function mostWanted(offered: readonly Format[], weights: ReadonlyMap<string, number>): Format | null {
  let best: Format | null = null
  let most = 0
  for (const format of offered) {
    const weight = Math.max(...format.types.map((type) => weightOf(type, weights)))
    if (weight <= most) continue
    best = format
    most = weight
  }
  return best
}

/** The most specific range that fits a type says its weight (RFC 9110 §12.5.1). */
function weightOf(type: string, weights: ReadonlyMap<string, number>): number {
  return weights.get(type) ?? weights.get(type.replace(/\/.*/, '/*')) ?? weights.get('*/*') ?? 0
}

function notAcceptable(offered: readonly Format[]): never {
  const types = offered.map(({ types: [type] }) => type).join(', ')
  throw new PequodError('NOT_ACCEPTABLE', `This path returns ${types}: send one of them in Accept.`)
}

/** Counts what callers have under way. */
export interface ExportSlots {
  /**
   * Takes a slot for a caller.
   * @returns a function that frees it, once
   * @throws PequodError RATE_LIMITED if all of the caller's slots are in use
   */
  take(caller: string): () => void
}

/**
 * The concurrent exports of a caller in one process, since a limit on requests does not bound an export of
 * minutes.
 */
export const EXPORTS_AT_A_TIME = 3

/** The places of one process, all free. */
export function createExportSlots(): ExportSlots {
  const taken = new Map<string, number>()
  const free = (caller: string) => {
    const left = (taken.get(caller) ?? 1) - 1
    if (left === 0) taken.delete(caller)
    else taken.set(caller, left)
  }
  return {
    take(caller) {
      const running = taken.get(caller) ?? 0
      if (running >= EXPORTS_AT_A_TIME) throw tooMany()
      taken.set(caller, running + 1)
      let isTaken = true
      return () => {
        if (isTaken) free(caller)
        isTaken = false
      }
    },
  }
}

function tooMany(): PequodError {
  const message = `At most ${EXPORTS_AT_A_TIME} exports can run at the same time: retry when one of yours has finished.`
  return new PequodError('RATE_LIMITED', message, { retryAfter: 1 })
}
