import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { printEventLine } from '../../src/sources/files/event-lines.ts'
import { type CrowdSize, crowdLedger } from './crowd-ledger.ts'

/** Lines per write. */
const LINES = 500

/** A file of a crowd's ledger as lines. It is made once and kept in `bench/.work`. */
export async function crowdFile(size: CrowdSize): Promise<string> {
  const name = `crowd-${size.fills}-${size.traders}-${size.markets}.ndjson`
  const path = new URL(`../.work/${name}`, import.meta.url).pathname
  if (existsSync(path)) return path
  mkdirSync(new URL('../.work/', import.meta.url), { recursive: true })
  const stream = createWriteStream(`${path}.part`)
  let lines: string[] = []
  for (const record of crowdLedger(size)) {
    lines.push(printEventLine(record))
    if (lines.length < LINES) continue
    if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain')
    lines = []
  }
  stream.end(lines.length > 0 ? `${lines.join('\n')}\n` : '')
  await finished(stream)
  // A truncated file must not pass for a complete one.
  await rename(`${path}.part`, path)
  return path
}
