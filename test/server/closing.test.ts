import { expect, test } from 'vitest'
import { listen } from '../../src/server/listen.ts'
import { closeServed, serveWorld } from './served-world.ts'

closeServed()

test('closing lets a request that is being answered finish, and takes no new one', async () => {
  const { app } = await serveWorld()
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  app.addHook('onSend', async () => {
    reached.resolve()
    await released.promise
  })
  const origin = await listen(app, { host: '127.0.0.1', port: 0 })
  const asked = fetch(`${origin}/v1/leaderboard`)
  await reached.promise
  const closed = app.close()
  released.resolve()
  expect((await asked).status).toBe(200)
  await closed
  await expect(fetch(origin)).rejects.toThrow()
})
