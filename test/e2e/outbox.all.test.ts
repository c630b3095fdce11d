import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { type RunningService, startService } from './support/running-service.ts'

const CHROMIUM = '/usr/bin/chromium'

describe.skipIf(!existsSync(CHROMIUM) && process.env.CI === undefined)('the outbox of the demo', () => {
  let browser: Browser
  let service: RunningService
  let folder: Awaited<ReturnType<typeof temporaryFolder>>

  beforeAll(async () => {
    folder = await temporaryFolder()
    service = await startService(['--demo'], { cwd: folder.path })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await service?.end()
    await folder?.remove()
  })

  // Both wait for the same trades of the world.
  it.concurrent.each(['a free account', 'a Pro account'])(
    'shows %s, without a channel, the first notice of the leader within a minute',
    async (person) => {
      const page = await (await browser.newContext()).newPage()
      page.setDefaultTimeout(60_000)
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await page.goto(`${service.url}/leaderboard/pnl-30d`)
      const leader = page.locator('main tbody a[href^="/trader/"]').first()
      const name = (await leader.textContent())?.trim() ?? ''
      await leader.click()
      await page.getByRole('button', { name: 'Follow' }).click()
      await page.getByRole('button', { name: person }).click()
      await page.getByText('★ Following').waitFor()
      await page.getByText('Change', { exact: true }).click()
      await page.getByLabel('Trades of at least').fill('1200')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('all of $1,200 or more').waitFor()
      await page.goto(`${service.url}/outbox`)
      const first = page.locator('#outbox .message').first()
      await first.waitFor({ timeout: 60_000 })
      expect(await first.textContent()).toContain(name)
      // As Discord shows it: a title without the escapes of its markup.
      expect(await page.locator('#outbox').textContent()).not.toContain('\\')
      await page.getByRole('link', { name: 'Webhook' }).click()
      const body = JSON.parse((await page.locator('#outbox pre').first().textContent()) ?? '')
      expect(body.type).toMatch(/^(wallet.decision|watchlist.digest)$/)
      expect(complaints).toEqual([])
    },
    200_000,
  )

  it('shows what a Discord channel would get, and lets it be confirmed, without sending anything', async () => {
    const page = await (await browser.newContext()).newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(`${service.url}/sign-in?return=/account`)
    await page.getByRole('button', { name: 'a Pro account' }).click()
    await page.getByLabel('Channel').selectOption('DISCORD')
    const target = `https://discord.com/api/webhooks/${'1'.repeat(18)}/${'a'.repeat(64)}`
    await page.getByLabel('URL, chat or address').fill(target)
    await page.getByRole('button', { name: 'Add a channel' }).click()
    await page.getByText('Waiting for the code').waitFor()
    const outbox = await page.context().newPage()
    await outbox.goto(`${service.url}/outbox`)
    const code = /Your code is (\d{8})/.exec(
      (await outbox.locator('.message.discord').first().textContent()) ?? '',
    )
    await page.getByLabel('Code').fill(code?.[1] ?? '')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Active').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await outbox.getByText('A test of this channel').waitFor()
  }, 200_000)

  it('is printed by `pequod outbox`, and what changed by `pequod since`', async () => {
    const key = /Pro key +(pq_live_\w+)/.exec(service.stdout)?.[1] ?? ''
    const of = { cwd: folder.path, env: { PEQUOD_API_KEY: key } }
    const { stdout, status } = await runPequod(['outbox', '--server', service.url], of)
    expect(status).toBe(0)
    const since = await runPequod(['since', '--server', service.url], of)
    expect(since.stdout).toMatch(/^Since [\d-]+ [\d:]+ UTC: The trader you follow traded/)
    expect(since.stdout).toContain('NET USD')
    expect(stdout).toContain('UTC · outbox')
    expect(stdout).toContain('UTC · discord')
  }, 60_000)
})
