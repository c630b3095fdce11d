import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { startDemoIssuer } from '../../src/server/demo-issuer.ts'
import { openLoadingServer } from '../../src/server/http/listen.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { startDeliverer, until } from '../delivery/support/delivery-world.ts'
import { startPushService } from '../delivery/support/push-service.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { lacksChromium, launchChromium, openProfile } from './support/chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(lacksChromium)('sign-in in Chromium', () => {
  closeServed()
  let browser: Browser
  let origin: string
  let db: Database
  let key: string
  const push = { ...webPush.generateVAPIDKeys(), subject: 'mailto:operator@pequod.example' }
  const ends: (() => Promise<unknown> | undefined)[] = []

  beforeAll(async () => {
    const room = await openLoadingServer({ host: '127.0.0.1', port: 0 })
    origin = room.url
    const issuer = await startDemoIssuer(origin)
    const pushed = {
      VAPID_PUBLIC_KEY: push.publicKey,
      VAPID_PRIVATE_KEY: push.privateKey,
      VAPID_SUBJECT: push.subject,
      WEBHOOK_ALLOW_PRIVATE: 'yes',
    }
    const { app, store } = await serveWorld({ env: { ...issuer.env, ...pushed, TRUSTED_DOCUMENTS: 'only' } })
    db = store.db
    key = Object.values((await tierCallers({ store })).FREE)[0] ?? ''
    await createAccountStore(db).createAccount('demo-pro', 'PRO')
    await room.admit(app)
    browser = await launchChromium()
    ends.push(issuer.close, () => browser.close())
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  it.each([1280, 390])('follows by one click and a sign-in, and signs out, at %s pixels', async (width) => {
    const page = await (await openProfile(browser, { viewport: { width, height: 800 } })).newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    // The other name of this computer leads to the one that people sign in at.
    await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/leaderboard/pnl-all`)
    await page.locator('main a[href^="/trader/"]').first().click()
    const trader = page.url()
    expect(trader).toContain(`${origin}/trader/`)
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
    // A new view of the account follows, in which the opened part is open too.
    await page.getByRole('button', { name: 'Erase visits' }).click()
    await page.getByText('Edit', { exact: true }).click()
    expect(await (await erased).json()).toMatchObject({ data: { forgetVisits: { wereKept: true } } })
    await page.getByRole('button', { name: 'Unfollow' }).click()
    await page.getByText('Edit', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    // The issuer's own page.
    await page.waitForURL(/session\/end/)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${origin}/`)
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('uses a key in its tab, and on the device only if its reader chose so', async () => {
    const context = await openProfile(browser)
    const open = async () => {
      const page = await context.newPage()
      await page.goto(`${origin}/account`)
      return page
    }
    const useKey = async ({ isRemembered }: { isRemembered: boolean }) => {
      const page = await open()
      await page.getByLabel('Key', { exact: true }).fill(key)
      if (isRemembered) await page.getByLabel('Remember on this device').check()
      await page.getByRole('button', { name: 'Use key' }).click()
      await page.getByRole('button', { name: 'Remove key' }).waitFor()
      expect(page.url()).toBe(`${origin}/account`)
      await page.close()
    }
    const form = 'Remember on this device'
    await useKey({ isRemembered: false })
    const closed = await open()
    await closed.getByLabel(form).waitFor()
    await closed.close()

    await useKey({ isRemembered: true })
    const later = await open()
    await later.getByText('an API key').waitFor()
    // Another page sends it too.
    const sent = later.waitForRequest((request) => request.headers()['x-api-key'] === key)
    await later.goto(`${origin}/whales`)
    await sent
    await later.goto(`${origin}/account`)
    await later.getByRole('button', { name: 'Remove key' }).click()
    await later.getByLabel(form).waitFor()
    await later.close()
    await (await open()).getByLabel(form).waitFor()
    await context.close()
  })

  it('offers messages after the first follow, never on arrival, and shows those that are pushed', async () => {
    const service = await startPushService()
    startDeliverer(db, { push })
    const context = await openProfile(browser)
    await context.grantPermissions(['notifications'], { origin })
    const page = await context.newPage()
    // No push service of a browser's maker is reachable here: the subscription is one of a local service, and what that receives is
    // delivered to the worker by the browser's protocol.
    await page.addInitScript((subscription) => {
      PushManager.prototype.subscribe = async () =>
        ({ toJSON: () => JSON.parse(subscription) }) as PushSubscription
    }, service.subscription)
    await page.goto(`${origin}/leaderboard/pnl-all`)
    await page.locator('main a[href^="/trader/"]').first().click()
    const offer = page.getByRole('button', { name: 'Notify this browser' })
    await page.getByRole('button', { name: 'Follow' }).click()
    await page.getByRole('button', { name: 'a Pro account' }).click()
    await page.getByText('★ Following').waitFor()
    await offer.waitFor()
    const trader = page.url()
    await page.getByText('until you add a channel').waitFor()
    await page.goto(trader)
    await page.getByText('★ Following').waitFor()
    // On arrival the words are the button's title, so that nothing moves.
    expect(await page.getByText('★ Following').getAttribute('title')).toContain('We notify you of: ')
    expect(await page.getByText('We notify you of').isVisible()).toBe(false)
    expect(await offer.isVisible()).toBe(false)
    await page.getByText('★ Following').click()
    await page.getByRole('button', { name: '☆ Follow', exact: true }).click()
    await offer.waitFor()
    const workers = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      workers.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations: [one] }) => one && resolve(one.registrationId),
      ),
    )
    await workers.send('ServiceWorker.enable')
    await offer.click()
    await until(() => service.requests.length === 1)
    const message = service.read(service.requests[0])
    const registrationId = await registered
    await workers.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    })
    await page.getByText('This browser gets your notifications.').waitFor()
    // The worker hands its code on before it shows the message.
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => ({
          title,
          body,
        })),
      )
    await expect
      .poll(shown)
      .toEqual([{ title: expect.stringMatching(/./), body: expect.stringContaining('code') }])
    await page.goto(`${origin}/account`)
    expect(await page.getByText('Browser').count()).toBeGreaterThan(0)
    await context.close()
  })
})
