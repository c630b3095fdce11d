import { Redis } from 'ioredis'
import { expect } from 'vitest'

const WINDOW_MICROS = 1_000_000

/**
 * Watches which hits of a caller Redis writes down from now on; `end` answers their times, in microseconds, once it
 * holds all that was asked before. However slow the machine is, they tell which hits fell into one window.
 */
export async function watchHits(url: string, caller: string): Promise<{ end(): Promise<number[]> }> {
  const client = new Redis(url)
  const monitor = await client.monitor()
  const hits: number[] = []
  const ended = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, [command, list, time]: string[]) => {
      if (command === 'RPUSH' && list === `pequod:hits:${caller}`) hits.push(Number(time))
      if (command?.toUpperCase() === 'ECHO') resolve()
    })
  })
  return {
    async end() {
      await client.echo('the end')
      await ended
      monitor.disconnect()
      client.disconnect()
      return hits
    },
  }
}

/** Each window of a second was filled to the limit at most, and the first one to the limit. */
export function expectFullWindows(hits: readonly number[], limit: number): void {
  expect(hits.length).toBeGreaterThanOrEqual(limit)
  for (const [n, time] of hits.slice(limit).entries())
    expect(time - (hits[n] ?? 0)).toBeGreaterThanOrEqual(WINDOW_MICROS)
}
