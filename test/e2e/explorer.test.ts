import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MICRO } from '../../src/ledger/quantities.ts'
import { listen } from '../../src/server/http/listen.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { readLedgerState } from '../../src/store/ingest/ledger-state.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { closeServed, type Served, serveWorld } from '../server/served-world.ts'
import { tierCallers } from '../server/tier-callers.ts'

const CHROMIUM = '/usr/bin/chromium'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const NARROW = { width: 360, height: 800 }

interface Violation {
  id: string
  nodes: { html: string }[]
}

describe.skipIf(!existsSync(CHROMIUM) && process.env.CI === undefined)('the explorer in Chromium', () => {
  closeServed()
  let served: Served
  let browser: Browser
  let origin: string
  let callers: Awaited<ReturnType<typeof tierCallers>>
  let paths: string[]
  const asked: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    served = await serveWorld()
    await updateSmartMoney(served.store.db)
    const { lastTime } = await readLedgerState(served.store.db)
    await keepRadar(served.store.db, { minUsd: 100 * MICRO, delayMinutes: 60, now: lastTime ?? 0 })
    callers = await tierCallers(served)
    origin = await listen(served.app, { host: '127.0.0.1', port: 0 })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    const read = async (path: string) => (await fetch(origin + path)).json()
    const { entries } = await read('/v1/leaderboard/pnl-all?limit=1')
    const { items } = await read('/v1/markets?limit=1')
    const trader = `/trader/${entries[0].address}`
    const market = `/market/${items[0].condition}`
    paths = [
      ...['/', '/leaderboard/pnl-30d', '/leaderboard/consistent-all', '/leaderboard/roi-7d?category=sports'],
      ...[trader, `${trader}?list=closed`, `${trader}?list=trades`, `${trader}?list=ranks`],
      ...['/markets', market, '/whales', '/smart-money', '/search?q=a', '/account', '/docs/operating'],
      ...['/leaderboard/nope', '/trader/0x1', '/nowhere'],
    ]
  })
  afterAll(() => browser?.close())

  async function open(options: { key?: Record<string, string>; script?: boolean } = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: NARROW,
      javaScriptEnabled: options.script ?? true,
      extraHTTPHeaders: options.key ?? {},
    })
    context.on('request', (request) => asked.push(request.url()))
    context.on('console', (message) => {
      // The status of a page that is not there is told too.
      if (message.type() === 'error' && !/status of 4/.test(message.text())) complaints.push(message.text())
    })
    context.on('weberror', (failure) => complaints.push(failure.error().message))
    return context.newPage()
  }

  /** What axe finds wrong with a page, in light and in dark. */
  async function violations(page: Page): Promise<string[]> {
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(AXE)
      const result = await page.evaluate<Violation[]>(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
      )
      found.push(...result.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html.slice(0, 200)}`))
    }
    return found
  }

  test.each(['ANONYMOUS', 'PRO'] as const)(
    'every page is accessible and as wide as a phone for a caller of the tier %s',
    async (tier) => {
      const page = await open({ key: callers[tier] })
      const wrong: unknown[] = []
      for (const path of paths) {
        await page.goto(origin + path)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        if (width > NARROW.width) wrong.push([path, width])
        wrong.push(...(await violations(page)).map((one) => `${path} ${one}`))
      }
      expect(wrong).toEqual([])
      await page.context().close()
    },
    240_000,
  )

  test('every page is whole without script', async () => {
    const page = await open({ script: false })
    for (const path of paths) {
      await page.goto(origin + path)
      expect((await page.locator('main h1').first().innerText()).length, path).toBeGreaterThan(2)
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(60)
    }
    await page.context().close()
  }, 60_000)

  test('a key that is pasted opens what its caller may see, and stays in the tab', async () => {
    const page = await open()
    const key = callers.PRO['x-api-key'] ?? ''
    await page.goto(`${origin}/account`)
    await page.getByLabel('Key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect.poll(() => page.locator('main').innerText(), { timeout: 20_000 }).toContain('PRO reader')
    await page.goto(`${origin}/whales`)
    await expect.poll(() => page.locator('main').innerText(), { timeout: 20_000 }).toContain('Wallet')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(key)
    expect(asked.filter((url) => url.includes(key))).toEqual([])
    await page.context().close()
  }, 60_000)

  test('results stand below the search box as one types, and the keyboard reaches them', async () => {
    const page = await open()
    await page.goto(`${origin}/markets`)
    await page.getByRole('searchbox').first().pressSequentially('wi')
    await page.locator('.search .found a').first().waitFor({ timeout: 20_000 })
    await page.keyboard.press('ArrowDown')
    const href = await page.evaluate(() => document.activeElement?.getAttribute('href'))
    expect(href).toMatch(/^\/(trader|market)\//)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.search .found').count()).toBe(0)
    await page.context().close()
  }, 60_000)

  test('no page asked another host for anything, and none broke its policy', () => {
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([])
    expect(complaints).toEqual([])
  })
})
