#!/usr/bin/env node
// Pictures of every page of a demo service, wide and narrow, light and dark: `npm run screenshots`, into
// screenshots/, and those of the README.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../pequod.js', import.meta.url))
const README_FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const WIDTHS = [1280, 390]

const { service, url, key, folder } = await startDemo()
try {
  await takeAll()
} finally {
  service.kill()
  await new Promise((resolve) => service.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

/** A demo service over a store of its own: where it listens, and its Pro key. */
async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-screenshots-'))
  const service = spawn(process.execPath, [PROGRAM, 'serve', '--demo', '--demo-speed', '0'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      EMBED_ORIGINS: '*',
      RATE_LIMIT_ANONYMOUS: '1000',
      RATE_LIMIT_KEY: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  for await (const words of service.stdout) {
    told += words
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(told)?.[0]
    const key = /Pro key\s+(\S+)/.exec(told)?.[1]
    if (url !== undefined && key !== undefined && told.includes('Ctrl-C'))
      return { service, url, key, folder }
  }
  throw new Error(`The demo did not start: ${told}`)
}

async function takeAll() {
  mkdirSync(FOLDER, { recursive: true })
  const read = async (path) => (await fetch(url + path)).json()
  const { entries } = await read('/v1/leaderboard/pnl-all?limit=3')
  const { items } = await read('/v1/markets?limit=1&status=open')
  const contest = await read('/v1/events?query=who%20will%20win&limit=1')
  const resolved = (await read('/v1/markets?limit=1&status=resolved')).items
  const trader = `/trader/${entries.at(-1).address}`
  const pages = {
    home: '/',
    leaderboard: '/leaderboard/pnl-30d',
    'leaderboard-withheld': '/leaderboard/consistent-all',
    trader,
    'trader-activity': `${trader}?list=activity`,
    traders: '/traders?isBot=false&order=roi:desc',
    markets: '/markets?status=open',
    market: `/market/${items[0].condition}`,
    'market-resolved': `/market/${resolved[0].condition}`,
    event: `/event/${contest.items[0].id.replace('event:', '')}`,
    tape: '/tape',
    'tape-filtered': '/tape?signs=one-event&side=sell&order=largest',
    'tape-empty': '/tape?side=buy&minUsd=900000000',
    whales: '/whales',
    'whales-of-market': `/whales?market=${items[0].condition}`,
    'smart-money': '/smart-money',
    search: '/search?q=will',
    account: '/account',
    'embed-trader': `/embed${trader}`,
    methodology: '/docs/methodology',
    'not-found': '/nowhere',
    'not-understood': '/trader/0x1',
    'nobody-fits': '/leaderboard/pnl-30d?minVolume=1000000000',
  }
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  for (const [tier, headers] of Object.entries({ anonymous: {}, pro: { 'x-api-key': key } }))
    for (const width of WIDTHS)
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
          extraHTTPHeaders: headers,
        })
        const page = await context.newPage()
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(url + path, { waitUntil: 'networkidle' })
          const file = join(FOLDER, `${name}-${tier}-${width}-${colorScheme}.png`)
          await page.screenshot({ path: file, fullPage: name !== 'methodology' })
        }
        await context.close()
      }
  await takeReadmePictures(browser, pages)
  await browser.close()
  console.log(`${Object.keys(pages).length * WIDTHS.length * 4} pictures are in ${FOLDER}`)
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ leaderboard: string, market: string, trader: string }} pages
 */
async function takeReadmePictures(browser, { leaderboard, market, trader }) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 720 },
    extraHTTPHeaders: { 'x-api-key': key },
  })
  const page = await context.newPage()
  /** @type {(name: string) => string} */
  const fileOf = (name) => join(README_FOLDER, `${name}.png`)
  for (const [name, path] of Object.entries({ leaderboard, market })) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: fileOf(name) })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(url + trader, { waitUntil: 'networkidle' })
  await page.screenshot({ path: fileOf('trader') })
  await page.locator('section.card', { hasText: 'Skill or luck' }).screenshot({ path: fileOf('skill') })
}
