#!/usr/bin/env node
// Pictures of every page of a demo service, wide and narrow, light and dark: `npm run pictures`, into screenshots/,
// and those of the README (`readme` alone: only these). An address after it, of a demo that runs, spares the start; words choose pages by name.
// `npm run pictures -- figures` prints a table in their place: the largest paint with a slowed processor, shifts, script and what axe finds.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { paintsOf, slowDown } from '../../test/e2e/support/paints.ts'

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../pequod.js', import.meta.url))
const README_FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const WIDTHS = [1280, 390]
const THEMES = /** @type {const} */ (['light', 'dark'])
/** Loads of a page. The quickest counts: other work of the machine slows the others. */
const LOADS = 3
/** Pages of a signed-in user. */
const OWN = ['home', 'account', 'outbox', 'traders', 'lab', 'trader', 'market', 'whales', 'leaderboard']

const [given, ...others] = process.argv.slice(2)
const running = given?.startsWith('http') ? given : undefined
const words = running ? others : process.argv.slice(2)
const isTable = words[0] === 'figures'
const chosen = isTable ? words.slice(1) : words
const { url, end } = running ? { url: running, end: async () => {} } : await startDemo()
try {
  await (isTable ? measureAll() : takeAll())
} finally {
  await end()
}

/** A demo service over a store of its own: where it listens, and its end. */
async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-pictures-'))
  const limits = { RATE_LIMIT_ANONYMOUS: '1000', RATE_LIMIT_KEY: '1000' }
  const service = spawn(process.execPath, [PROGRAM, 'serve', '--demo', '--demo-speed', '0'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', EMBED_ORIGINS: '*', ...limits },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = async () => {
    service.kill()
    await new Promise((resolve) => service.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
  let printed = ''
  for await (const words of service.stdout) {
    printed += words
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
    if (url !== undefined && printed.includes('Ctrl-C')) return { url, end }
  }
  throw new Error(`The demo did not start: ${printed}`)
}

/** The paths of all pages, by the names of their pictures. */
async function pathsOf() {
  const read = async (path) => (await fetch(url + path)).json()
  const { entries } = await read('/v1/leaderboard/pnl-all?limit=3')
  const markets = await read('/v1/markets?limit=1&status=open')
  const [open] = markets.items
  const monthAgo = new Date(Date.parse(markets.cutoff.time) - 30 * 86_400_000).toISOString().slice(0, 10)
  const [resolved] = (await read('/v1/markets?limit=1&status=resolved')).items
  const contests = (await read('/v1/events?query=who%20will%20win')).items
  const contest = (isOver) => {
    const found = contests.find(({ endsAt }) => endsAt < markets.cutoff.time === isOver) ?? contests[0]
    return `/event/${found.id.replace('event:', '')}`
  }
  const addresses = entries.map(({ address }) => address)
  const trader = `/trader/${addresses.at(-1)}`
  const lab = await (await fetch(`${url}/lab`)).text()
  return {
    home: '/',
    leaderboard: '/leaderboard/pnl-30d',
    'leaderboard-withheld': '/leaderboard/consistent-all',
    traders: '/traders?isBot=false&order=roi:desc',
    trader,
    'trader-activity': `${trader}?list=activity`,
    explain: /href="(\/explain[^"]+)"/.exec(await (await fetch(url + trader)).text())?.[1] ?? '/explain',
    compare: `/compare?${addresses.map((address) => `t=${address}`).join('&')}`,
    markets: '/markets?status=open',
    market: `/market/${open.condition}`,
    'market-resolved': `/market/${resolved.condition}`,
    'market-month-ago': `/market/${open.condition}?asOf=${monthAgo}`,
    event: contest(false),
    'event-decided': contest(true),
    tape: '/tape',
    'tape-filtered': '/tape?signs=one-event&side=sell&order=largest',
    whales: '/whales',
    'whales-of-market': `/whales?market=${open.condition}`,
    'smart-money': '/smart-money',
    lab: '/lab',
    'lab-run': /href="(\/lab\/[^"?#]+)"/.exec(lab)?.[1] ?? '/lab',
    search: '/search?q=will',
    verify: '/verify',
    reconcile: '/reconcile',
    account: '/account',
    outbox: '/outbox',
    'embed-trader': `/embed${trader}`,
    methodology: '/docs/methodology',
    'state-missing': '/nowhere',
    'state-wrong': '/trader/0x1',
    'state-no-trader': '/leaderboard/pnl-30d?minVolume=1000000000',
    'state-no-trade': '/tape?side=buy&minUsd=900000000',
    'state-no-market': '/markets?status=open&minVolume=90000000',
    'state-no-result': '/search?q=zzzz',
  }
}

async function takeAll() {
  mkdirSync(FOLDER, { recursive: true })
  const pages = await pathsOf()
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const session = await signIn(browser, pages.trader)
  let count = 0
  for (const storageState of [undefined, session])
    for (const width of WIDTHS)
      for (const colorScheme of THEMES) {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
          storageState,
          bypassCSP: true,
        })
        const page = await context.newPage()
        for (const [name, path] of Object.entries(pages)) {
          if (chosen.length > 0 && !chosen.some((word) => name.startsWith(word))) continue
          if (storageState !== undefined && !OWN.includes(name)) continue
          await open(page, path)
          const who = storageState === undefined ? '' : '-signed-in'
          const file = join(FOLDER, `${name}${who}-${width}-${colorScheme}.png`)
          await page.screenshot({ path: file, fullPage: name !== 'methodology' })
          count += 1
        }
        await context.close()
      }
  if (chosen.length === 0 || chosen.includes('readme')) await takeReadmePictures(browser, pages, session)
  await browser.close()
  console.log(`${count} pictures are in ${FOLDER}`)
}

/** Prints a table of what each page costs its reader: as a visitor, and as a user where there is a page of their own. */
async function measureAll() {
  const pages = await pathsOf()
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const session = await signIn(browser, pages.trader)
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const scripts = new Map()
  console.log(
    '| page | largest paint, ms: 1280, 390 | shift | script, KB gzip | axe |\n| --- | --- | --- | --- | --- |',
  )
  for (const storageState of [undefined, session])
    for (const [name, path] of Object.entries(pages)) {
      if (chosen.length > 0 && !chosen.some((word) => name.startsWith(word))) continue
      if (storageState !== undefined && !OWN.includes(name)) continue
      const found = await figuresOf(browser, { path, storageState, axe, scripts })
      const who = storageState === undefined ? '' : ', signed in'
      console.log(
        `| ${name}${who} | ${found.paints.join(', ')} | ${found.shift.toFixed(3)} | ${(found.script / 1_000).toFixed(1)} | ${[...found.axe].join(', ') || '0'} |`,
      )
    }
  await browser.close()
}

/** A page's figures at both widths, and what axe finds in both themes. */
async function figuresOf(browser, { path, storageState, axe, scripts }) {
  const found = { paints: [], shift: 0, script: 0, axe: new Set() }
  for (const width of WIDTHS) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      storageState,
      bypassCSP: true,
    })
    const page = await context.newPage()
    const names = new Set()
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') names.add(answer.url())
    })
    await open(page, path)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(axe)
      for (const { id } of await page.evaluate('axe.run(document).then(({ violations }) => violations)'))
        found.axe.add(id)
    }
    for (const name of names)
      if (!scripts.has(name)) scripts.set(name, gzipSync(await (await fetch(name)).text()).length)
    found.script = Math.max(
      found.script,
      [...names].reduce((sum, name) => sum + scripts.get(name), 0),
    )
    const slow = await context.newPage()
    await slowDown(slow)
    let best = Number.POSITIVE_INFINITY
    for (let load = 0; load < LOADS; load++) {
      const { largest, shift } = await paintsOf(slow, url + path)
      best = Math.min(best, largest)
      found.shift = Math.max(found.shift, shift)
    }
    found.paints.push(Math.round(best))
    await context.close()
  }
  return found
}

/**
 * Opens a page, again as long as a part of it is still computed, and lays out what waits for a scroll.
 * @param {import('playwright-core').Page} page
 * @param {string} path
 */
async function open(page, path) {
  for (let tries = 0; tries < 20; tries++) {
    await page.goto(url + path, { waitUntil: 'load' })
    // A page that is not there yet loads itself again.
    await page.waitForFunction(() => document.querySelector('a[data-again]') === null, null, {
      timeout: 90_000,
    })
    if (!(await page.locator('main').innerText()).includes('retry in a few seconds')) break
    await page.waitForTimeout(3_000)
  }
  await page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
}

/**
 * Signs in as the Pro user of the demo by clicks, following a trader, so that there is something to show.
 * @param {import('playwright-core').Browser} browser
 * @param {string} trader
 */
async function signIn(browser, trader) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url + trader)
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByRole('button', { name: 'a Pro account' }).click()
  await page.getByText('★ Following').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ leaderboard: string, market: string, trader: string }} pages
 * @param {import('playwright-core').BrowserContextOptions['storageState']} storageState
 */
async function takeReadmePictures(browser, { leaderboard, market, trader }, storageState) {
  const viewport = { width: 1280, height: 820 }
  const context = await browser.newContext({ viewport, storageState, bypassCSP: true })
  const page = await context.newPage()
  // The clock of this world is still, and a bar says so.
  const show = async (/** @type {string} */ path) => {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.addStyleTag({ content: '.note.stale { display: none }' })
  }
  /** @type {(name: string) => string} */
  const fileOf = (name) => join(README_FOLDER, `${name}.png`)
  for (const [name, path] of Object.entries({ leaderboard, market })) {
    await show(path)
    await page.screenshot({ path: fileOf(name) })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await show(trader)
  await page.screenshot({ path: fileOf('trader') })
  await page.locator('section.card', { hasText: 'Skill or luck' }).screenshot({ path: fileOf('skill') })
}
