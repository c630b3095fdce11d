import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../src/server/listen.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { closeServed, serveWorld } from '../server/served-world.ts'
import { tierCallers } from '../server/tier-callers.ts'

const CHROMIUM = '/usr/bin/chromium'
/** For what a page does once its scripts run; megabytes of them, on a machine that may be busy. */
const PATIENCE = { timeout: 20_000 }
const ANSWER = '.graphiql-response'
const LIGHT = 'rgb(251, 250, 247)'
const DARK = 'rgb(17, 22, 29)'

describe.skipIf(!existsSync(CHROMIUM) && process.env.CI === undefined)('pages in Chromium', () => {
  closeServed()
  let browser: Browser
  /** One for all pages: what one loads, the next has. */
  let context: BrowserContext
  let origin: string
  let freeCaller: Record<string, string>
  const asked: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    const served = await serveWorld()
    await updateSmartMoney(served.store.db)
    freeCaller = (await tierCallers(served)).FREE
    origin = await listen(served.app, { host: '127.0.0.1', port: 0 })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    context = await browser.newContext()
    context.on('request', (request) => asked.push(request.url()))
    // A breach of the policy is an error of the console too.
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.page()?.url()}: ${message.text()}`)
    })
    context.on('weberror', (failure) => complaints.push(failure.error().message))
  })
  afterAll(() => browser?.close())

  async function open(path: string, look: { width: number; dark: boolean }): Promise<Page> {
    const page = await context.newPage()
    await page.setViewportSize({ width: look.width, height: 800 })
    await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' })
    await page.goto(origin + path)
    return page
  }

  const wordsOf = async (place: Locator) => (await place.innerText()).replaceAll(/\s+/g, ' ')
  const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { y: 0, width: 0, height: 0 }
  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
  const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  test('GraphiQL runs its first example and shows rows of the leaderboard', async () => {
    const page = await open('/graphql', { width: 1280, dark: false })
    await page.getByRole('button', { name: /execute query/i }).click()
    await expect.poll(() => wordsOf(page.locator(ANSWER)), PATIENCE).toContain('"rank": 1')
    expect(await wordsOf(page.locator('.graphiql-query-editor'))).toContain('Simulated data')
    expect(await page.title()).toContain('simulated data')
    await page.close()
  })

  test('GraphiQL on a phone has its panes above one another, and sends what stands in Headers', async () => {
    const page = await open('/graphql', { width: 390, dark: true })
    await page.getByRole('button', { name: 'Whales', exact: true }).click()
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').click()
    expect(await wordsOf(page.locator('.graphiql-query-editor'))).toContain('query Whales')
    await page.keyboard.insertText(JSON.stringify(freeCaller))
    const sent = page.waitForRequest((request) => request.postData()?.includes('query Whales') === true)
    await page.getByRole('button', { name: /execute query/i }).click()
    expect((await sent).headers()).toMatchObject(freeCaller)
    await expect.poll(() => wordsOf(page.locator(ANSWER)), PATIENCE).toContain('"whaleAlerts"')
    const editors = await boxOf(page.locator('.graphiql-editors'))
    const answer = await boxOf(page.locator(ANSWER))
    expect([editors.width > 340, answer.width > 340]).toEqual([true, true])
    expect(answer.y).toBeGreaterThanOrEqual(editors.y + editors.height)
    expect(await widthOf(page)).toBeLessThanOrEqual(390)
    await page.close()
  })

  test('the reference sends a request and shows its rows', async () => {
    const operation = 'tag/leaderboards/GET/v1/leaderboard/{id}'
    const page = await open(`/docs#${operation}`, { width: 1280, dark: false })
    await page.getByRole('button', { name: /test request.*\/v1\/leaderboard\/\{id\}\)/i }).click(PATIENCE)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^send get request/i }).click()
    await expect.poll(() => wordsOf(dialog), PATIENCE).toContain('200 OK')
    await expect.poll(() => wordsOf(dialog), PATIENCE).toContain('"rank": 1')
    expect(await groundOf(page)).toBe(LIGHT)
    await page.close()
  })

  test('the reference fits a phone in the dark, and says what is simulated', async () => {
    const page = await open('/docs', { width: 390, dark: true })
    await page.getByRole('heading', { name: 'Pequod' }).waitFor(PATIENCE)
    expect(await widthOf(page)).toBeLessThanOrEqual(390)
    expect(await groundOf(page)).toBe(DARK)
    expect(await page.getByRole('note').innerText()).toContain('Simulated data')
    await page.close()
  })

  test('the start page fits a phone, in light and in dark, and says what is simulated', async () => {
    const page = await open('/', { width: 390, dark: false })
    expect(await widthOf(page)).toBeLessThanOrEqual(390)
    expect(await page.getByRole('note').innerText()).toContain('Simulated data')
    expect(await groundOf(page)).toBe(LIGHT)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await groundOf(page)).toBe(DARK)
    await page.close()
  })

  test('without script the reference holds every path, and each link of it and of the start page leads somewhere', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    for (const path of ['/', '/docs']) {
      await page.goto(origin + path)
      const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      for (const link of new Set(links))
        expect((await fetch(origin + link)).status, `${link}`).toBeLessThan(400)
    }
    expect(await page.getByRole('heading', { name: 'GET /v1/leaderboard/{id}' }).isVisible()).toBe(true)
    await page.close()
  })

  test('no page asked another host for anything, and none complained', () => {
    const elsewhere = asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
  })
})
