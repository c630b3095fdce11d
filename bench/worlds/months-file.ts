import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { demoWorld } from '../../seeds/world/world.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import type { Address } from '../../src/ledger/quantities.ts'
import { DAY_SECONDS } from '../../src/ledger/quantities.ts'
import { printEventLine } from '../../src/sources/files/event-lines.ts'

/** A wallet begins no new bets after this number of days; its owner continues with another. */
const WALLET_DAYS = 60
const WORLD = { traders: 2_500, markets: 420, days: 400 }

/**
 * A file of a ledger's lines over 400 days, every kind of event among them: markets open and resolve, and traders
 * come and go, so that most of them are not there any more at its end. Made once and kept in `bench/.work`.
 */
export async function monthsFile(): Promise<string> {
  const path = new URL('../.work/months.ndjson', import.meta.url).pathname
  if (existsSync(path)) return path
  mkdirSync(new URL('../.work/', import.meta.url), { recursive: true })
  const stream = createWriteStream(path)
  const walletOf = createWallets()
  for (const record of demoWorld(WORLD)) {
    if (record.kind === 'TRADER') continue
    if (!stream.write(`${printEventLine(walletOf(record))}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
  return path
}

/** Gives each record to the wallet that its trader had when the bet began: a bet stays with one wallet. */
function createWallets(): (record: SourceRecord) => SourceRecord {
  const betOf = new Map<string, string>()
  const begun = new Map<string, number>()
  const wallet = (address: Address, bet: string, time: number): Address => {
    const key = `${address} ${bet}`
    // Spread out: each trader's wallets change on days of their own.
    const turn = Math.floor(time / DAY_SECONDS + (Number.parseInt(address.slice(-6), 16) % WALLET_DAYS))
    const epoch = begun.get(key) ?? Math.floor(turn / WALLET_DAYS)
    begun.set(key, epoch)
    return `0x${(epoch % 4096).toString(16).padStart(3, '0')}${address.slice(5)}` as Address
  }
  return (record) => {
    if (record.kind === 'MARKET') {
      for (const name of [record.condition, ...record.tokens])
        betOf.set(name, record.negRisk?.market ?? record.condition)
      return record
    }
    if (!('owner' in record)) return record
    const name = 'token' in record ? record.token : 'condition' in record ? record.condition : ''
    const bet = betOf.get(name) ?? ('market' in record ? record.market : name)
    return { ...record, owner: wallet(record.owner, bet, record.time) }
  }
}
