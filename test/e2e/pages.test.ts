import { existsSync } from 'node:fs'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../src/server/listen.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { closeServed, serveWorld } from '../server/served-world.ts'

const CHROMIUM = '/usr/bin/chromium'

describe.skipIf(!existsSync(CHROMIUM) && process.env.CI === undefined)('pages in Chromium', () => {
  closeServed()
  let browser: Browser
  let origin: string
  const asked: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    const { app, store } = await serveWorld()
    await updateSmartMoney(store.db)
    origin = await listen(app, { host: '127.0.0.1', port: 0 })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  async function open(path: string, options: { width?: number; dark?: boolean } = {}): Promise<Page> {
    const page = await browser.newPage({
      viewport: { width: options.width ?? 1280, height: 800 },
      colorScheme: options.dark ? 'dark' : 'light',
    })
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(origin + path, { waitUntil: 'load' })
    return page
  }

  test('GraphiQL runs its first example and shows rows of the leaderboard', async () => {
    const page = await open('/graphql')
    await page.getByRole('button', { name: /execute query/i }).click()
    const answer = page.locator('.graphiql-response, section[aria-label="Result Window"]').first()
    const textOf = async (place: Locator) => (await place.innerText()).replaceAll(/\s+/g, ' ')
    await expect.poll(() => textOf(answer), { timeout: 15_000 }).toContain('"rank": 1')
    expect(await textOf(page.locator('.graphiql-query-editor'))).toContain('Simulated data')
    expect(await page.title()).toContain('simulated data')
    await page.close()
  })

  test.each(['/', '/docs'])(
    '%s fits a phone, in light and in dark, and says what is simulated',
    async (path) => {
      for (const dark of [false, true]) {
        const page = await open(path, { width: 390, dark })
        const { wide, background } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          background: getComputedStyle(document.body).backgroundColor,
        }))
        expect(wide).toBeLessThanOrEqual(390)
        expect(background).toBe(dark ? 'rgb(17, 22, 29)' : 'rgb(251, 250, 247)')
        expect(await page.getByRole('note').innerText()).toContain('Simulated data')
        await page.close()
      }
    },
  )

  test('every link of the start page and of the reference leads somewhere', async () => {
    for (const path of ['/', '/docs']) {
      const page = await open(path)
      const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      for (const link of new Set(links))
        expect((await fetch(origin + link)).status, `${link}`).toBeLessThan(400)
      await page.close()
    }
  })

  test('no page asked another host for anything, and none complained', () => {
    const elsewhere = asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
  })
})
