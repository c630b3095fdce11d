import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ROOT, runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { pageText } from '../docs/support/pages.ts'
import { lacksChromium, launchChromium, openProfile } from './support/chromium.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Keys from one place of a page to another; a page of a hundred links is no way to an answer. */
const MOST_TABS = 120

/** Ways to use a page: a width, how one chooses what is on it, and the account that one signs in to. */
const WAYS = [
  { words: 'by clicks at 1280 pixels', width: 1280, isKeyboard: false, account: 'a free account', rank: 0 },
  { words: 'by clicks at 390 pixels', width: 390, isKeyboard: false, account: 'a Pro account', rank: 0 },
  // Another trader: the account follows the first one already.
  { words: 'by keyboard', width: 1280, isKeyboard: true, account: 'a Pro account', rank: 1 },
] as const
type Way = (typeof WAYS)[number]

/** A person at a page: each choice counts as a click. */
function personAt(page: Page, { isKeyboard }: Way) {
  const counts: [task: string, clicks: number][] = []
  let clicks = 0
  let keys = 0
  const focusOn = async (target: Locator) => {
    for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
      await page.keyboard.press('Tab')
      keys++
    }
    throw new Error(`${target} is more than ${MOST_TABS} keys away.`)
  }
  const shown = async (target: Locator, timeout = 60_000) => {
    await target.waitFor({ timeout }).catch(async (cause: Error) => {
      const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ')
      throw new Error(`${target} is not on ${page.url()}, which shows: ${text.slice(0, 1_000)}`, { cause })
    })
    // The rest of the page may be on its way.
    await page.waitForLoadState('domcontentloaded')
  }
  return {
    counts,
    keys: () => keys,
    /** Waits for something; says what the page shows in its place. */
    shown,
    async choose(target: Locator) {
      await shown(target)
      clicks++
      if (!isKeyboard) return target.click()
      await focusOn(target)
      const isCheck = (await target.getAttribute('type')) === 'checkbox'
      // Waits for the page that a link leads to, as a click does: its links may be on this one too.
      await target.press(isCheck ? 'Space' : 'Enter')
    },
    /** Ends a task: what it took since the last one ended. */
    done(task: string): number {
      counts.push([task, clicks])
      const took = clicks
      clicks = 0
      return took
    },
  }
}

describe.skipIf(lacksChromium)('tasks of a visitor of the demo', () => {
  let browser: Browser
  let service: RunningService
  let folder: Awaited<ReturnType<typeof temporaryFolder>>

  beforeAll(async () => {
    folder = await temporaryFolder()
    service = await startService(['--demo'], { cwd: folder.path })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.end()
    await folder?.remove()
  })

  // They wait for the same trades of the world.
  it.concurrent.each(WAYS)('each take few choices $words', async (way) => {
    const context = await openProfile(browser, { viewport: { width: way.width, height: 800 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      // A day that is computed for longer than a page waits is asked for again by the page.
      const isComplaint = message.type() === 'error' && !/status of 503/.test(message.text())
      if (isComplaint) complaints.push(message.text())
    })
    const { choose, shown, done, counts, keys } = personAt(page, way)
    const main = page.locator('main')
    const heading = (name: string | RegExp) => main.getByRole('heading', { name })
    const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })

    // The best politics trader of 90 days without bots, and what they hold.
    await page.goto(service.url)
    await choose(link('Leaderboards'))
    await choose(main.getByRole('link', { name: '90 days' }))
    await choose(main.getByRole('link', { name: 'Politics' }))
    await choose(main.getByLabel('Hide bots'))
    await page.waitForURL(/pnl-90d\?(?=.*category=politics)(?=.*isBot=false)/)
    // The address changes first, then the board.
    await page.locator('main:not([aria-busy])').waitFor()
    const best = main.locator('tbody a[href^="/trader/"]').first()
    const name = await best.textContent()
    await choose(best)
    await shown(heading(name ?? ''))
    await shown(link(/^Open positions \d/))
    expect(await main.locator('.card tbody a[href^="/market/"]').count()).toBeGreaterThan(0)
    expect(done('best politics trader of 90 days without bots, and what they hold')).toBe(5)

    // Luck or skill: the sentence above the numbers and the test beside the curve.
    await shown(heading('Skill or luck'))
    expect(await main.textContent()).toMatch(/better than luck|worse than luck|can.t tell|decided bet/i)
    expect(done('luck or skill')).toBe(0)

    // The movers of the last hour, and the record of who moved one.
    await page.goto(service.url)
    await choose(main.getByRole('link', { name: '1 hour' }))
    await page.waitForURL(/window=1h/)
    const moved = main.locator('table.moved').first()
    expect(await moved.locator('th').nth(1).textContent()).toBe('1 hour')
    expect(done('what moved in the last hour')).toBe(1)
    await choose(moved.locator('td.by a').first())
    await shown(heading('Skill or luck'))
    expect(done('the record of who moved it')).toBe(1)

    // The other side of a market.
    await page.goto(service.url)
    await choose(main.locator('table.moved a[href^="/market/"]').first())
    const sides = heading(/^Holders of /)
    await shown(sides.first())
    expect(await sides.count()).toBe(2)
    for (const column of [0, 1]) {
      const holders = main.locator('section.card', {
        has: page.getByRole('heading', { name: /^Holders of / }),
      })
      expect(await holders.nth(column).locator('tbody a[href^="/trader/"]').count()).toBeGreaterThan(0)
    }
    expect(done('the other side of a market')).toBe(1)

    // The same market as of last month.
    const market = new URL(page.url()).pathname
    await choose(main.locator('details.day summary'))
    await choose(main.getByRole('link', { name: 'A month ago' }))
    await shown(main.getByText('Nothing after it is on this page.'))
    expect(new URL(page.url()).pathname).toBe(market)
    expect(done('a market as of last month')).toBe(2)

    // A follow, and its first notification.
    await page.goto(`${service.url}/leaderboard/pnl-30d`)
    await main.locator('tbody a[href^="/trader/"]').nth(way.rank).click()
    await choose(page.getByRole('button', { name: 'Follow' }))
    await choose(page.getByRole('button', { name: way.account }))
    await shown(page.getByText('★ Following'))
    expect(done('follow, with a sign-in')).toBe(2)
    const followed = (await page.locator('h1').textContent()) ?? ''
    await choose(link('Your outbox'))
    await shown(page.locator('#outbox .message', { hasText: followed }).first(), 120_000)
    expect(done('see the first notification')).toBe(1)

    // Changes since the last visit.
    await page.goto(service.url)
    await shown(heading(/^(The last 24 hours|Since your last visit)/))
    // The other person of the account may have more news than a card has rows.
    const news = await main.locator('a.news').first().textContent()
    expect(news?.includes(followed) || /and \d+ other/.test(news ?? ''), `${news}`).toBe(true)
    expect(done('what changed while I was away')).toBe(0)

    expect(complaints).toEqual([])
    const took = counts.map(([task, count]) => `  ${count}  ${task}`).join('\n')
    console.log(`${way.words}${way.isKeyboard ? `, ${keys()} keys of moving` : ''}:\n${took}`)
    await context.close()
  })

  it('compares, shares, downloads, builds a query by clicks and runs the bot of the guide, each in seconds', async () => {
    const page = await (await openProfile(browser, { viewport: { width: 1280, height: 800 } })).newPage()
    const main = page.locator('main')
    const times: [task: string, seconds: number][] = []
    /** Does a task from the start page, as a new user would. */
    const timed = async (task: string, work: () => Promise<void>) => {
      await page.goto(service.url)
      const start = performance.now()
      await work()
      times.push([task, (performance.now() - start) / 1_000])
    }

    await timed('two traders compared', async () => {
      await page.getByRole('link', { name: 'Traders', exact: true }).click()
      for (const row of [0, 1]) await main.locator('tbody input[type="checkbox"]').nth(row).check()
      await main.getByRole('button', { name: 'Compare' }).click()
      await page.waitForURL(/compare\?t=0x\w+&t=0x/)
      expect(await main.locator('svg path.line').count()).toBe(2)
    })
    const compared = page.url()

    await timed('a card shared', async () => {
      await page.goto(compared)
      await main.locator('.share summary').click()
      const preview = main.locator('.share img')
      const card = await fetch(new URL((await preview.getAttribute('src')) ?? '', service.url))
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
      await expect
        .poll(() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBe(1_200)
    })

    await timed('a table downloaded', async () => {
      await page.getByRole('link', { name: 'Sign in' }).first().click()
      await page.getByRole('button', { name: 'a Pro account' }).click()
      await page.waitForURL(`${service.url}/`)
      await page.getByRole('link', { name: 'Traders', exact: true }).click()
      await page.waitForURL(/\/traders$/)
      await main.locator('tbody a[href^="/trader/"]').first().waitFor()
      const names = await main.locator('tbody a[href^="/trader/"]').allTextContents()
      const saved = page.waitForEvent('download')
      await main.getByRole('link', { name: 'CSV' }).first().click()
      const download = await saved
      expect(await download.failure()).toBeNull()
      const text = readFileSync(await download.path(), 'utf8')
      const [head = '', ...rows] = text.trim().split('\n')
      expect(head).toContain('volume')
      expect(names.length).toBe(25)
      // A snapshot between the page and its file moves some by a few places.
      const near = rows.slice(0, 2 * names.length).join()
      for (const name of names) expect(near).toContain(name.replace(/….*/, ''))
    })

    await timed('a query built and run without typing', async () => {
      await page.goto(`${service.url}/graphql`)
      await page.locator('#first').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /add tab|new tab/i }).click()
      await page.locator('.graphiql-explorer-service > span').first().click()
      await page.getByText('simulation', { exact: true }).first().click()
      await page.getByRole('button', { name: /execute query/i }).click()
      await page.locator('.graphiql-response', { hasText: '"simulation": true' }).waitFor()
    })

    await timed('the bot of the first guide', async () => {
      const [, program = ''] = /^```js\n(.*?)^```/ms.exec(pageText('docs/guides.md')) ?? []
      await mkdir(join(folder.path, 'node_modules'))
      await symlink(ROOT, join(folder.path, 'node_modules', 'pequod'))
      await writeFile(join(folder.path, 'bot.mjs'), program)
      const bot = spawn(process.execPath, ['bot.mjs'], {
        cwd: folder.path,
        env: { ...process.env, PEQUOD_URL: service.url },
      })
      onTestFinished(() => void bot.kill())
      const lines: string[] = []
      for await (const line of createInterface({ input: bot.stdout })) if (lines.push(line) === 5) break
      for (const line of lines)
        expect(line).toMatch(/^earlier \S+ 0x[0-9a-f]{40} (buy|sell) .* at \$0\.\d{3}, \$\d+: /)
    })

    console.log(times.map(([task, seconds]) => `  ${seconds.toFixed(1)} s  ${task}`).join('\n'))
    await page.context().close()
  })

  it('shows the notices of a follow as each channel would have them', async () => {
    const page = await (await openProfile(browser)).newPage()
    await page.goto(`${service.url}/sign-in?return=/outbox`)
    await page.getByRole('button', { name: 'a free account' }).click()
    const outbox = page.locator('#outbox')
    await outbox.locator('.message').first().waitFor()
    // As Discord shows it: a title without the escapes of its markup.
    expect(await outbox.textContent()).not.toContain('\\')
    await page.getByRole('link', { name: 'Webhook' }).click()
    const body = JSON.parse((await outbox.locator('pre').first().textContent()) ?? '')
    expect(body.type).toMatch(/^(wallet.decision|watchlist.digest)$/)
    await page.close()
  })

  it('shows what a Discord channel would get, and lets it be confirmed, without sending anything', async () => {
    const page = await (await openProfile(browser)).newPage()
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
    await page.locator('.badge.good', { hasText: 'Active' }).waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await outbox.getByText('A test of this channel').waitFor()
  })

  it('is printed by `pequod outbox`, and what changed by `pequod since`', async () => {
    const key = /Pro key +(pq_live_\w+)/.exec(service.stdout)?.[1] ?? ''
    const of = { cwd: folder.path, env: { PEQUOD_API_KEY: key } }
    const { stdout, status } = await runPequod(['outbox', '--server', service.url], of)
    expect(status).toBe(0)
    const since = await runPequod(['since', '--server', service.url], of)
    expect(since.stdout).toMatch(/^Since \w+ \d+, \d{4}, [\d:]+ UTC: .*you follow traded/)
    expect(since.stdout).toContain('NET USD')
    expect(stdout).toContain('UTC · outbox')
    expect(stdout).toContain('UTC · discord')
  })
})
