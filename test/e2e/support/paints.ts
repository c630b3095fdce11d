import type { Page } from 'playwright-core'

/** How a page came to be seen. */
export interface Paints {
  /** When the largest part of it was painted, in milliseconds from the request. */
  largest: number
  /** How far its parts moved after they were painted, by the Layout Instability API. */
  shift: number
}

/** How much slower the processor of a phone is. */
const SLOWDOWN = 4
/** A page that takes as long as this number of empty ones is slow on a busy machine too. */
const EMPTY_PAGES = 6
const MOST_TRIES = 5

const OBSERVE = `
  globalThis.paints = { largest: 0, shift: 0 }
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { paints.largest = startTime })
  observe('layout-shift', ({ value }) => { paints.shift += value })`
const SEEN = `new Promise((resolve) => {
  const look = () => paints.largest > 0 ? requestIdleCallback(() => resolve(paints), { timeout: 5_000 }) : requestAnimationFrame(look)
  look()
})`

/** Slows a page down, and has each document that it loads tell of its paints. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(OBSERVE)
}

/** Loads an address, and tells of its paints once its scripts have run. */
export async function paintsOf(page: Page, url: string): Promise<Paints> {
  await page.goto(url)
  return page.evaluate<Paints>(SEEN)
}

/**
 * The minimum of a time over several tries, up to the first within the limit. If none is, and an empty page takes long too,
 * the machine is slow: the time is scaled accordingly.
 */
export async function leastTime(page: Page, measure: () => Promise<number>, limit: number): Promise<number> {
  const best = { page: Number.POSITIVE_INFINITY, empty: Number.POSITIVE_INFINITY }
  for (let count = 0; count < MOST_TRIES; count++) {
    best.page = Math.min(best.page, await measure())
    if (best.page < limit) return best.page
    best.empty = Math.min(best.empty, (await paintsOf(page, 'data:text/html,<p>empty')).largest)
  }
  return best.page * Math.min(1, limit / (EMPTY_PAGES * best.empty))
}

/** The least time to the largest paint of an address. */
export function largestPaint(page: Page, url: string, limit: number): Promise<number> {
  return leastTime(page, async () => (await paintsOf(page, url)).largest, limit)
}
