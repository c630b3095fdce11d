import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  type Export,
  getExport,
  type StartExportParameters,
  startExport,
} from '../../client/entry.ts'
import { CommandError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { type Day, dayText } from '../../ledger/quantities.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import { parseDay } from '../options.ts'
import { addressOf, askService, keyHeaders } from '../read/ask-service.ts'
import { writeAtomically } from './atomic-file.ts'
import type { ExportOptions } from './export-table.ts'

/** Milliseconds between two looks at an export that is being written. */
const LOOK_MS = 1_000
/** Connections to download a file by at most, each from the byte at which the one before was cut. */
const MOST_ATTEMPTS = 5

export interface RemoteOptions extends ExportOptions {
  server?: string
  /** Conditions of positions or of traders, as JSON. */
  where?: string
  order?: string
  period?: string
  category?: string
  tag?: string
}

/**
 * `pequod export trades --server`, and `pequod export screen`: lets a running service write the file for the account of PEQUOD_API_KEY, downloads it, and compares
 * its hash. Throws a CommandError if the service refuses, or the file is not whole.
 */
export async function exportRemotely(
  context: CommandContext,
  table: ExportedTable,
  { server = '', out, ...options }: RemoteOptions,
): Promise<void> {
  if (out === undefined || out === '-') throw new UsageError('Set a file with --out.')
  await askService(context, { server }, async (client) => {
    const done = await whenDone(context, client, await startExport(client, askedOf(table, options)))
    await writeAtomically(out, (_, path) =>
      download(`${addressOf(server)}${done.path}`, path, { context, done }),
    )
    context.screen.note(`${out}: ${countText(done.rows)} rows, as of ${done.cutoff?.time}`)
  })
}

type ExportedTable = NonNullable<StartExportParameters['table']>

function askedOf(
  table: ExportedTable,
  { from, to, trader, market, event, minUsd, columns, where, ...same }: Omit<RemoteOptions, 'server' | 'out'>,
): StartExportParameters {
  // The service refuses what is not one of its values.
  const asked = same as Pick<
    StartExportParameters,
    'format' | 'asOf' | 'order' | 'period' | 'category' | 'tag'
  >
  return {
    table,
    ...asked,
    ...(columns !== undefined && { columns: columns.split(',') }),
    ...(where !== undefined && (table === 'trades' ? conditionsOf(where) : { [table]: conditionsOf(where) })),
    ...(from !== undefined && { from: dayTime(parseDay(from, '--from')) }),
    ...(to !== undefined && { to: dayTime(parseDay(to, '--to') + 1) }),
    ...(trader !== undefined && { trader: [trader] }),
    ...(market !== undefined && { market: [market] }),
    ...(event !== undefined && { event: [event] }),
    ...(minUsd !== undefined && { minUsd: Number(minUsd) }),
  }
}

/** Conditions as JSON. @throws UsageError for a text that is none */
function conditionsOf(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new UsageError(`--where ${JSON.stringify(text)} is not JSON.`)
  }
}

function dayTime(day: Day): string {
  return `${dayText(day)}T00:00:00Z`
}

async function whenDone(
  { screen, lookMs = LOOK_MS }: CommandContext,
  client: Client,
  started: Export,
): Promise<Export> {
  const bar = screen.progress({ label: `Exporting ${started.table}`, total: null, unit: 'rows' })
  try {
    for (let current = started; ; current = await getExport(client, { id: started.id })) {
      bar.update(current.rows)
      if (current.state === 'done') return current
      if (current.state === 'failed' || current.state === 'cancelled')
        throw new CommandError(current.problem ?? 'The export was cancelled.')
      await sleep(lookMs)
    }
  } finally {
    bar.finish()
  }
}

async function download(
  url: string,
  path: string,
  { context, done }: { context: CommandContext; done: Export },
): Promise<void> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  let bytes = 0
  try {
    for (let attempt = 1; bytes < done.bytes && attempt <= MOST_ATTEMPTS; attempt++) {
      try {
        const headers = { ...keyHeaders(context.env), range: `bytes=${bytes}-` }
        const answer = await fetch(url, { headers, redirect: 'manual' })
        if (answer.status !== 206)
          throw new CommandError(`The file was answered with status ${answer.status}.`)
        for await (const chunk of answer.body ?? []) {
          hash.update(chunk)
          bytes += chunk.length
          await file.writeFile(chunk)
          // More than the file has is not the file.
          if (bytes > done.bytes) break
        }
      } catch (error) {
        if (error instanceof CommandError || attempt === MOST_ATTEMPTS) throw error
      }
    }
  } finally {
    await file.close()
  }
  if (bytes !== done.bytes || hash.digest('hex') !== done.sha256)
    throw new CommandError('The file is not the one that the service wrote: try again.')
}
