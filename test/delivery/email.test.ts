import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { describeEngines } from '../store/support/engines.ts'
import { alertOf } from './support/deliverable-alerts.ts'
import { enqueue, startDeliverer, subscribe, until, untilConfig } from './support/delivery-world.ts'

interface MailServer {
  url: string
  /** Mails that were taken, as they came. */
  mails: { to: string[]; text: string }[]
  /** The next replies to a receiver, and to a message; without any left, all is accepted. */
  toReceiver: number[]
  toMessage: number[]
}

/** Starts a mail server on loopback that asks for a user and a password. */
async function mailServer(): Promise<MailServer> {
  const served: Omit<MailServer, 'url'> = { mails: [], toReceiver: [], toMessage: [] }
  const refusal = (code: number | undefined) =>
    code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code })
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'pequod' && password === 'secret'
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) => done(refusal(served.toReceiver.shift())),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = refusal(served.toMessage.shift())
        const to = session.envelope.rcptTo.map(({ address }) => address)
        if (refused === null) served.mails.push({ to, text: Buffer.concat(chunks).toString() })
        done(refused)
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = listening.address() as AddressInfo
  return { url: `smtp://pequod:secret@127.0.0.1:${port}`, ...served }
}

async function confirmed(open: Parameters<Parameters<typeof describeEngines>[1]>[0], server: MailServer) {
  const { db } = await open()
  startDeliverer(db, { email: { smtpUrl: server.url, from: 'alerts@pequod.example' } })
  const { accountId, config } = await subscribe(db, {
    channels: [{ kind: 'EMAIL', target: 'reader@mail.example' }],
  })
  const configs = createAlertConfigs(db)
  await until(() => server.mails.length === 1)
  const code = /code is (\d{8})/.exec(server.mails[0]?.text ?? '')?.[1] ?? ''
  await configs.confirmChannel(accountId, config.channels[0]?.id ?? '', code)
  return { db, configs, accountId }
}

describeEngines('mail channels', (open) => {
  test('deliver once the code is entered, also past a server that defers at first', async () => {
    const server = await mailServer()
    const { db, configs, accountId } = await confirmed(open, server)
    server.toReceiver.push(450, 451)
    server.toMessage.push(452)
    await enqueue(db, [alertOf('a1', 1, { question: 'Rain?\r\nBcc: all@mail.example' })])
    await until(() => server.mails.length === 2)
    const mail = server.mails[1]
    expect(mail?.to).toEqual(['reader@mail.example'])
    expect(mail?.text).toMatch(/^Message-ID: <msg_[0-9a-f]{32}@pequod\.example>/m)
    expect(mail?.text).not.toMatch(/^Bcc:/m)
    await untilConfig(configs, accountId, ({ channels }) => channels[0]?.failures === 0)
  })

  test('of an address that the server refuses are paused; a refused message is dropped', async () => {
    const server = await mailServer()
    const { db, configs, accountId } = await confirmed(open, server)
    server.toMessage.push(554)
    await enqueue(db, [alertOf('a1')])
    const states = () => db.all<{ state: string }>("SELECT state FROM alert_messages WHERE kind = 'ALERT'")
    await until(async () => (await states())[0]?.state === 'GIVEN_UP')
    server.toReceiver.push(550)
    await enqueue(db, [alertOf('a2')])
    const seen = await untilConfig(configs, accountId, ({ channels }) => channels[0]?.state === 'PAUSED')
    expect(seen.channels[0]?.reason).toBe('The mail server refuses this address (550).')
  })

  test('are not blamed when our own server refuses', async () => {
    const server = await mailServer()
    const { db } = await open()
    const smtpUrl = server.url.replace('secret', 'wrong')
    startDeliverer(db, { email: { smtpUrl, from: 'alerts@pequod.example' } })
    const { accountId } = await subscribe(db, { channels: [{ kind: 'EMAIL', target: 'r@mail.example' }] })
    const tried = () => db.all<{ reason: string }>('SELECT reason FROM alert_messages WHERE attempts > 0')
    await until(async () => (await tried()).length > 0)
    expect((await tried())[0]?.reason).toBe('The mail server answered 535.')
    const config = await createAlertConfigs(db).readConfig(accountId)
    expect(config?.channels[0]).toMatchObject({ state: 'PENDING', failures: 0 })
  })
})
