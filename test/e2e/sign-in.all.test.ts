import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { startDemoIssuer } from '../../src/server/demo-issuer.ts'
import { openLoadingServer } from '../../src/server/http/listen.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'

const CHROMIUM = '/usr/bin/chromium'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(!existsSync(CHROMIUM) && process.env.CI === undefined)('sign-in in Chromium', () => {
  closeServed()
  let browser: Browser
  let origin: string
  const ends: (() => Promise<unknown> | undefined)[] = []

  beforeAll(async () => {
    const room = await openLoadingServer({ host: '127.0.0.1', port: 0 })
    origin = room.url
    const issuer = await startDemoIssuer(origin)
    const { app, store } = await serveWorld({ env: { ...issuer.env, TRUSTED_DOCUMENTS: 'only' } })
    await createAccountStore(store.db).createAccount('demo-pro', 'PRO')
    await room.admit(app)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    ends.push(issuer.close, () => browser.close())
  }, 300_000)
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  it.each([1280, 390])(
    'follows by one click and a sign-in, and signs out, at %s pixels',
    async (width) => {
      const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage()
      page.setDefaultTimeout(60_000)
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await page.goto(`${origin}/leaderboard/pnl-all`)
      await page.locator('main a[href^="/trader/"]').first().click()
      const trader = page.url()
      await page.getByRole('button', { name: 'Follow' }).click()
      await page.getByRole('button', { name: 'a Pro account' }).click()
      await page.getByText('★ Following').waitFor()
      expect(page.url()).toBe(trader)
      await page.goto(origin)
      await page.getByRole('heading', { name: 'The last 24 hours' }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.evaluate(AXE)
      expect(await page.evaluate('axe.run(document).then(({ violations }) => violations)')).toEqual([])
      await page.goto(`${origin}/account`)
      expect(await page.getByText('demo-pro').count()).toBe(1)
      const erased = page.waitForResponse(async (response) => {
        return response.url() === `${origin}/graphql` && (await response.text()).includes('forgetVisits')
      })
      await page.getByRole('button', { name: 'Erase visits' }).click()
      expect(await (await erased).json()).toMatchObject({ data: { forgetVisits: { wereKept: true } } })
      await page.getByRole('button', { name: 'Unfollow' }).click()
      await page.getByText('0 of 200').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      // The issuer's own page.
      await page.waitForURL(/session\/end/)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(`${origin}/`)
      expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1)
      expect(complaints).toEqual([])
    },
    300_000,
  )
})
