import { refuseNearMiss } from '../near-miss.ts'
import { addGammaObject, type GammaMarkets } from './gamma-object.ts'
import { jsonRows } from './json-rows.ts'
import { openFile } from './open-file.ts'

/** Some markets of a Gamma file, in order; rows are the file's objects, from 1. */
export interface GammaBatch extends GammaMarkets {
  /** Bytes read so far in total. */
  bytes: number
}

/**
 * Reads a file of Gamma objects: a list of markets or events, or one of either. A market in an event takes the event's
 * tags. Throws a CommandError naming the path where the file cannot be read, holds something else, or is cut short.
 */
export async function* readGamma(path: string): AsyncGenerator<GammaBatch> {
  const { chunks } = await openFile(path)
  for await (const { rows, bytes } of jsonRows(chunks, path)) {
    const [first] = rows
    if (first?.row === 1) refuseNearMiss(first.value, 'gamma', path)
    const batch: GammaBatch = { markets: [], refusals: [], bytes }
    for (const { value, row } of rows) addGammaObject(batch, value, row)
    yield batch
  }
}
