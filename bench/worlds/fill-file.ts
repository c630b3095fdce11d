import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { demoWorld } from '../../seeds/world/world.ts'
import { printEventLine } from '../../src/sources/files/event-lines.ts'

/** Fills in a world of default size: larger worlds grow in traders, markets and days together. */
const FILLS_PER_WORLD = 130_000

/**
 * A file of a number of FILL lines in the chain's order, from a demo world of matching size (heavy-tailed traders and
 * markets). It is made once and cached in `bench/.work`.
 */
export async function fillFile(fills: number): Promise<string> {
  const path = new URL(`../.work/fills-${fills}.ndjson`, import.meta.url).pathname
  if (existsSync(path)) return path
  mkdirSync(new URL('../.work/', import.meta.url), { recursive: true })
  const stream = createWriteStream(path)
  let count = 0
  for (const line of fillLines(fills)) {
    count++
    if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
  if (count < fills) throw new Error(`the world held ${count} fills, not ${fills}: make it larger`)
  return path
}

function* fillLines(fills: number): Generator<string> {
  const scale = Math.sqrt((1.3 * fills) / FILLS_PER_WORLD)
  let left = fills
  const world = demoWorld({
    traders: Math.ceil(2000 * scale * scale),
    markets: Math.ceil(120 * scale * scale),
    days: Math.max(120, Math.ceil(60 * scale)),
  })
  for (const record of world) {
    if (record.kind !== 'FILL') continue
    yield printEventLine(record)
    if (--left === 0) return
  }
}
