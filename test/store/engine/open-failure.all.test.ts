import { describe, expect, inject, test } from 'vitest'
import { openStore } from '../../../src/migrations/open-store.ts'
import { postgresName } from '../../../src/store/engine/store-failures.ts'
import { callPequod } from '../../cli/support/call-pequod.ts'
import { freePort } from '../../support/free-port.ts'

const SECRET = 'queequeg'
const server = new URL(inject('postgresUrl'))
const { host } = server
const unused = await freePort()

describe('a failure to connect to PostgreSQL names host, port and reason, without the password', () => {
  test.each([
    [
      'nobody listens',
      `postgres://me:${SECRET}@127.0.0.1:${unused}/x`,
      `127.0.0.1:${unused}`,
      'nothing is listening there; start the server, or correct its address',
    ],
    [
      'the host is unknown',
      `postgres://me:${SECRET}@no-such-host.invalid/x`,
      'no-such-host.invalid:5432',
      'the host name is unknown; correct its address',
    ],
    [
      'the password is wrong',
      `postgres://pequod:${SECRET}@${host}/postgres`,
      host,
      'password authentication failed for user "pequod"',
    ],
    ['it lacks the database', `${server}/ishmael`, host, 'database "ishmael" does not exist'],
    [
      'its socket is missing',
      `postgres://me:${SECRET}@localhost/x?host=/no/such/folder`,
      null,
      'the socket does not exist; start the server, or correct its address',
    ],
  ])('where %s', async (_, url, place, reason) => {
    const name = place === null ? 'PostgreSQL by its socket in /no/such/folder' : `PostgreSQL at ${place}`
    const refused = openStore({ kind: 'postgres', url })
    await expect(refused).rejects.toThrow(`${name} cannot be opened: ${reason}.`)
    await expect(refused).rejects.not.toThrow(SECRET)
    const { stdout } = await callPequod(['doctor'], { DATABASE_URL: url, DATABASE_REPLICA_URL: url })
    expect(stdout).toContain(`${name} cannot be used: ${reason}`)
    expect(stdout).toContain(`${name} does not answer: ${reason}`)
    expect(stdout).not.toContain(SECRET)
  })
})

test('a failure to connect to an IPv6 address puts it in brackets before the port', () => {
  expect(postgresName(`postgres://me:${SECRET}@[::1]:6543/x`)).toBe('PostgreSQL at [::1]:6543')
})
