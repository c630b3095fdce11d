import http from 'node:http'
import { issueKey } from '../../src/accounts/account-keys.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { fixWeek } from '../../src/cohorts/cohort-weeks.ts'
import { COHORTS } from '../../src/cohorts/cohorts.ts'
import type { Address, Day } from '../../src/ledger/quantities.ts'
import type { Database } from '../../src/store/engine/database.ts'

/** Streams that one key may have open. */
export const STREAMS_A_KEY = 20

/** Makes one known trader the only member of every cohort of these weeks (Mondays), so that its large fills are alerts. */
export async function makeWhale(db: Database, address: Address, weeks: Iterable<Day>): Promise<void> {
  const whale = await db.get<{ id: number }>('SELECT id FROM traders WHERE address = ?', [address])
  if (whale === undefined) throw new Error(`${address} is not known`)
  await db.transaction(async (tx) => {
    for (const week of weeks)
      for (const { id } of COHORTS) await fixWeek(tx, { cohort: id, week }, [whale.id])
  })
}

/** Keys of accounts that see every alert immediately: enough for the streams. */
export async function keysFor(db: Database, streams: number): Promise<string[]> {
  const accounts = createAccountStore(db)
  const keys: string[] = []
  while (keys.length * STREAMS_A_KEY < streams) {
    const { id } = await accounts.createAccount(`bench ${keys.length}`, 'PRO')
    keys.push((await issueKey(accounts, { accountId: id, name: 'bench', expiresAt: null })).key)
  }
  return keys
}

/** Opens a stream of whale alerts, and resolves once it is open; tells the transaction of each alert that comes. */
export function subscribeToWhales(
  { url, key }: { url: string; key: string },
  onAlert: (tx: string) => void,
): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': key }
    const request = http.request(`${url}/graphql`, { method: 'POST', headers, agent: false }, (response) => {
      let rest = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          const tx = /"tx":"(0x\w{64})"/.exec(line)?.[1]
          if (tx !== undefined) onAlert(tx)
        }
      })
      response.on('error', () => undefined)
      response.once('data', () => resolve(request))
    })
    request.on('error', reject)
    request.end(JSON.stringify({ query: 'subscription { whaleAlerts { id tx usd price address } }' }))
  })
}
