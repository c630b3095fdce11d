import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'
/** Limits for what hangs, in milliseconds: a busy machine takes minutes for a quiet one's seconds. */
const PATIENCE = 120_000

/** Whether a machine lacks Chromium; CI must have it. */
export const lacksChromium = !existsSync(CHROMIUM) && process.env.CI === undefined

/** Starts Chromium. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}

/** A fresh profile, whose pages wait as long as a busy machine needs. */
export async function openProfile(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE)
  return context
}
