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
 * @param isWhole with the world's other records up to the last of these fills
 */
export async function fillFile(fills: number, isWhole = false): Promise<string> {
  const name = `${isWhole ? 'world' : 'fills'}-${fills}`
  const path = new URL(`../.work/${name}.ndjson`, import.meta.url).pathname
  if (existsSync(path)) return path
  mkdirSync(new URL('../.work/', import.meta.url), { recursive: true })
  const stream = createWriteStream(path)
  let count = 0
  for (const { line, isFill } of worldLines(fills)) {
    if (isFill) count++
    else if (!isWhole) continue
    if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
  if (count < fills) throw new Error(`the world held ${count} fills, not ${fills}: make it larger`)
  return path
}

function* worldLines(fills: number): Generator<{ line: string; isFill: boolean }> {
  const scale = Math.sqrt((1.3 * fills) / FILLS_PER_WORLD)
  let left = fills
  const world = demoWorld({
    traders: Math.ceil(2000 * scale * scale),
    markets: Math.ceil(120 * scale * scale),
    days: Math.max(120, Math.ceil(60 * scale)),
  })
  for (const record of world) {
    const isFill = record.kind === 'FILL'
    yield { line: printEventLine(record), isFill }
    if (isFill && --left === 0) return
  }
}
