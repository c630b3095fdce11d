import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fill } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { listen } from '../../src/server/http/listen.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { lacksChromium, launchChromium, openProfile } from './support/chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 360, height: 800 }

describe.skipIf(lacksChromium)('the tape in Chromium', () => {
  closeServed()
  let served: Served
  let browser: Browser
  let origin: string
  let key: string
  let block: number
  const complaints: string[] = []

  beforeAll(async () => {
    served = await serveWorld()
    key = (await tierCallers(served)).PRO['x-api-key'] ?? ''
    origin = await listen(served.app, { host: '127.0.0.1', port: 0 })
    browser = await launchChromium()
    block = (await readLedgerState(served.store.db)).lastBlock ?? 0
  })
  afterAll(() => browser?.close())

  async function open(options: { script?: boolean; isPro?: boolean } = {}): Promise<Page> {
    const { script = true, isPro = false } = options
    const context = await openProfile(browser, { viewport: WIDE, javaScriptEnabled: script })
    context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    context.on('weberror', (failure) => complaints.push(failure.error().message))
    const page = await context.newPage()
    if (isPro) await page.addInitScript((text) => sessionStorage.setItem('pequod-key', text), key)
    return page
  }
  const select = (page: Page, name: string) => page.locator(`select[name="${name}"]`)
  const firstId = (page: Page) => page.locator('tr[data-id]').first().getAttribute('data-id')
  const searchOf = (page: Page) => decodeURIComponent(new URL(page.url()).search)

  /** A purchase of some dollars by a trader of the world, in a block of its own. */
  async function buy(dollars: number): Promise<void> {
    const { db } = served.store
    const { lastTime } = await readLedgerState(db)
    const known = await db.get<{ owner: Address; token: TokenId }>(
      'SELECT t.address AS owner, k.token FROM traders t, tokens k WHERE t.id = 1 ORDER BY k.id DESC LIMIT 1',
    )
    if (known === undefined) throw new Error('the ledger is empty')
    block += 1
    const fill: Fill = {
      ...known,
      kind: 'FILL',
      side: 'BUY',
      role: 'TAKER',
      counterparty: null,
      exchange: null,
      block,
      logIndex: 0,
      tx: `0x${block.toString(16).padStart(64, 'e')}` as Hash,
      time: (lastTime ?? 0) + 1,
      usd: dollars * MICRO,
      shares: 4 * dollars * MICRO,
      fee: 0,
      feeIn: 'USD',
      orderHash: null,
    }
    await ingestRecords(db, [fill])
  }

  async function violations(page: Page): Promise<string[]> {
    const found: string[] = []
    for (const viewport of [WIDE, NARROW])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(AXE)
        const results = await page.evaluate<string[]>(
          'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0]?.html.slice(0, 200)))',
        )
        found.push(...results.map((one) => `${viewport.width} ${colorScheme} ${one}`))
      }
    await page.setViewportSize(WIDE)
    return found
  }

  test('a filter applies as it is chosen: the focus stays, the address has it, and the way back undoes it', async () => {
    const page = await open()
    await page.goto(`${origin}/tape`)
    const all = await firstId(page)
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0)
    await select(page, 'side').selectOption('sell')
    await expect.poll(() => page.locator('tr[data-id]').count()).toBe(1)
    expect(searchOf(page)).toBe('?side=sell')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('side')
    await select(page, 'signs').selectOption('twin')
    await page.getByText('No trade fits these filters').waitFor()
    await select(page, 'signs').selectOption('all-in')
    await expect.poll(() => searchOf(page)).toBe('?signs=twin,all-in&side=sell')
    // The address changes first, then the links.
    await page
      .locator('main:not([aria-busy])')
      .getByRole('link', { name: /^Twin remove/ })
      .click()
    await expect.poll(() => searchOf(page)).toBe('?side=sell&signs=all-in')
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await expect.poll(() => searchOf(page)).toBe('?side=sell')
    await page.goBack()
    await expect.poll(() => firstId(page)).toBe(all)
    await page.context().close()
  })

  test('without script the form sends the same filters, and there is no live switch', async () => {
    const page = await open({ script: false })
    await page.goto(`${origin}/tape?signs=twin`)
    await select(page, 'signs').selectOption('all-in')
    await select(page, 'minUsd').selectOption('5000')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/minUsd=5000/)
    const chips = await page.getByRole('group', { name: 'Filters' }).getByRole('link').allInnerTexts()
    expect(chips.map((text) => text.split(' ×')[0])).toEqual([
      '$5,000 and up',
      'Twin',
      'All in',
      'Remove all',
    ])
    expect(await page.getByRole('switch').count()).toBe(0)
    await page.context().close()
  })

  test('new trades wait under a count until they are asked for; live ends with the switch and in a hidden tab', async () => {
    const page = await open({ isPro: true })
    const stream = () =>
      page.waitForResponse((answer) => new URL(answer.url()).pathname === '/v1/trades/stream')
    const hide = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, isHidden)
    let [opened] = await Promise.all([stream(), page.goto(`${origin}/tape?minUsd=5000`)])
    expect(opened.status()).toBe(200)
    expect(new URL(opened.url()).searchParams.get('minUsd')).toBe('5000')
    const before = await firstId(page)
    const newer = page.locator('[data-newer]')
    await buy(4_000)
    await buy(7_001)
    await newer.getByText('1 new trade').waitFor()
    await expect.poll(() => page.locator('[data-said]').textContent()).toBe('1 new trade')
    await buy(7_002)
    await newer.getByText('2 new trades').waitFor()
    // It is said at most twice a minute.
    expect(await page.locator('[data-said]').textContent()).toBe('1 new trade')
    expect(await firstId(page)).toBe(before)
    await newer.click()
    const rows = page.locator('tr[data-id]')
    await expect
      .poll(async () => (await rows.first().innerText()).replaceAll(/\s+/g, ' '))
      .toMatch(/bought \S.* at 25¢ .+ \$7,002$/i)
    expect(await rows.nth(1).innerText()).toContain('$7,001')
    expect(await rows.nth(2).getAttribute('data-id')).toBe(before)
    expect(await newer.isVisible()).toBe(false)
    expect(await violations(page)).toEqual([])

    await hide(true)
    await buy(7_003)
    ;[opened] = await Promise.all([stream(), hide(false)])
    expect((await opened.request().allHeaders())['last-event-id']).toMatch(/\S/)
    await newer.getByText('1 new trade').waitFor()
    await createLedgerWriter(served.store.db).undo(block, async () => undefined)
    await newer.waitFor({ state: 'hidden' })
    await createLedgerWriter(served.store.db).undo(block - 1, async () => undefined)
    await expect.poll(() => rows.first().innerText()).toMatch(/Taken back by the chain[\s\S]*\$7,002/)

    await page.getByRole('switch', { name: 'Live' }).click()
    expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    await page.reload()
    await page.getByRole('switch').waitFor()
    expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    const [again] = await Promise.all([stream(), page.getByRole('switch').click()])
    expect(again.status()).toBe(200)
    await page.context().close()
  })

  test('the tape broke no policy', () => expect(complaints).toEqual([]))
})
