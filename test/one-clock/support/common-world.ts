import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { blockAt } from '../../../seeds/world/calendar.ts'
import { demoWorld } from '../../../seeds/world/world.ts'
import { defined } from '../../../src/checks.ts'
import type { Fill, SourceRecord } from '../../../src/ledger/event.ts'
import { DAY_SECONDS, type Hash, MICRO, type Seconds } from '../../../src/ledger/quantities.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database, StoreAddress } from '../../../src/store/engine/database.ts'
import { signingKey, signToken, startIssuer, type TokenIssuer } from '../../access/support/token-issuer.ts'
import { tierCallers } from '../../server/support/tier-callers.ts'
import { newPlace, type Place } from '../../store/support/engines.ts'
import { administer, createDatabase } from '../../support/worlds.ts'
import { plantMembers } from '../../whales/support/plant-members.ts'
import { plantFollows } from './follows.ts'
import { marketLine, type Names, readNames, UNTRADED_MARKET } from './names.ts'
import type { Caller } from './questions.ts'
import { lookAt, publishAll } from './work.ts'

/** Sunday 2026-02-22, 23:45 UTC, between two Mondays of the simulated world: what follows the common snapshot passes one. */
const CUTOFF: Seconds = 20_507 * DAY_SECONDS - 900
/** Seconds from each snapshot to the last: some are of one sixth of the delay, so that not all of them need to be kept. */
const BEFORE = [6 * 3_600, 2_400, 840, 420, 180, 0]

/** A store whose snapshot each world shares; every world begins as a copy of it. */
export interface CommonWorld {
  names: Names
  /** The headers that identify callers. */
  callers: Readonly<Record<Caller, Readonly<Record<string, string>>>>
  /** Signs the tokens of users. */
  issuer: TokenIssuer
  copy(): Promise<Place>
  /** Returns a world that has gone on; what removes it leaves this one. */
  continued(goOn: (db: Database) => Promise<void>): Promise<CommonWorld>
  remove(): Promise<void>
}

/** A world up to the first common snapshot, which is not published yet. */
export interface BegunWorld extends Pick<CommonWorld, 'callers' | 'issuer'> {
  place: Place
  /** Records up to the cutoff. */
  upcoming: readonly SourceRecord[]
  /** Another one of the same past; this one ends their issuer. */
  copy(): Promise<BegunWorld>
  end(): Promise<void>
}

/**
 * Builds a store that holds a simulated world up to its first snapshot, with accounts that follow.
 * @param at where it is built. @default a place of its own
 */
export async function beginWorld(engine: StoreAddress['kind'], at?: Place): Promise<BegunWorld> {
  const place = at ?? (await newPlace(engine))
  const issuer = await startIssuer([await signingKey('ES256', 'main')])
  const store = await openStore(place.address)
  const records = withPlanted([...demoWorld({ traders: 40, days: 16, markets: 20 })])
  const time = CUTOFF - Math.max(...BEFORE)
  const first = recordsUpTo(records, time)
  vi.setSystemTime(time * 1_000)
  await ingestRecords(store.db, records.slice(0, first), { simulated: true })
  await plantMembers(store.db)
  const callers = await callersOf(store, issuer)
  await plantFollows(store.db, await readNames(store.db))
  await store.close()
  const begun = { place, callers, issuer, upcoming: records.slice(first) }
  const copy = async (): Promise<BegunWorld> => ({
    ...begun,
    place: await copyOf(place.address),
    copy,
    end: async () => undefined,
  })
  return { ...begun, copy, end: () => issuer.close() }
}

/**
 * Takes a world on to its cutoff, with several snapshots, alerts and weeks.
 * @param isPublished false: it ends without a snapshot
 */
export async function endWorld(
  { place, callers, issuer, upcoming, end }: BegunWorld,
  isPublished = true,
): Promise<CommonWorld> {
  const store = await openStore(place.address)
  const { traders, markets } = await readNames(store.db)
  const buyer = { owner: defined(traders[0]), token: defined(markets[0]?.tokens[0]) }
  let read = 0
  for (const before of BEFORE) {
    const time = CUTOFF - before
    const until = recordsUpTo(upcoming, time)
    vi.setSystemTime(time * 1_000)
    await ingestRecords(store.db, [...upcoming.slice(read, until), fillAt(time, buyer)], { simulated: true })
    read = until
    if (isPublished) await publishAll(store.db, time)
    else await lookAt(store.db, time)
  }
  const names = { ...(await readNames(store.db)), cutoff: CUTOFF }
  await store.close()
  return worldAt(place, { names, callers, issuer }, end)
}

/** The number of records up to a time. */
function recordsUpTo(records: readonly SourceRecord[], time: Seconds): number {
  return records.findIndex((one) => 'time' in one && one.time > time)
}

/** A world whose store is at a place. */
function worldAt(
  place: Place,
  of: Pick<CommonWorld, 'names' | 'callers' | 'issuer'>,
  end: () => Promise<void> = async () => undefined,
): CommonWorld {
  return {
    ...of,
    copy: () => copyOf(place.address),
    async continued(goOn) {
      const later = await copyOf(place.address)
      const store = await openStore(later.address)
      await goOn(store.db)
      await store.close()
      return worldAt(later, of)
    },
    async remove() {
      await end()
      await place.remove()
    },
  }
}

/** The Monday at whose start a cohort's members hold enough of a market for a highlight. */
const WEEK = CUTOFF - (CUTOFF % DAY_SECONDS) - 6 * DAY_SECONDS

/** Adds a market without trades, and purchases of the busiest traders before a Monday, all of one outcome of a market that stays open. */
function withPlanted(records: readonly SourceRecord[]): SourceRecord[] {
  const at = records.findIndex((one) => 'time' in one && one.time >= WEEK)
  const before = records.slice(0, at).filter((one) => one.kind === 'FILL')
  const resolved = new Set(records.flatMap((one) => (one.kind === 'RESOLVE' ? one.condition : [])))
  const market = records.find((one) => one.kind === 'MARKET' && !resolved.has(one.condition))
  const counts = [...Map.groupBy(before, ({ owner }) => owner)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const token = market?.kind === 'MARKET' ? market.tokens[0] : undefined
  const purchases = counts.slice(0, 20).map(([owner], i): Fill => {
    const fill = fillAt(WEEK - 3_600, { owner, token: defined(token) }, 4_001 + i)
    return { ...fill, shares: 8_000 * MICRO, usd: 3_200 * MICRO }
  })
  const untraded = marketLine(UNTRADED_MARKET, { event: null, createdAt: 0 })
  return [...records.slice(0, at), untraded, ...purchases, ...records.slice(at)]
}

/** Callers by API key of each tier, and the free account's user. */
async function callersOf(store: Store, issuer: TokenIssuer): Promise<CommonWorld['callers']> {
  const callers = await tierCallers({ store })
  const token = await signToken(defined(issuer.published[0]), { sub: 'FREE reader', exp: 4_000_000_000 })
  return { ...callers, USER: { authorization: `Bearer ${token}` } }
}

/** A fill at the moment of a snapshot, so that its cutoff is known. */
function fillAt(time: Seconds, { owner, token }: Pick<Fill, 'owner' | 'token'>, logIndex = 4_000): Fill {
  return {
    kind: 'FILL',
    block: blockAt(time),
    logIndex,
    tx: `0x${(time + logIndex).toString(16).padStart(64, 'e')}` as Hash,
    time,
    exchange: null,
    owner,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token,
    shares: 2 * MICRO,
    usd: MICRO,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

async function copyOf(address: StoreAddress): Promise<Place> {
  if (address.kind === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'pequod-clock-'))
    const path = join(folder, 'test.db')
    await copyFile(address.path, path)
    return { address: { kind: 'sqlite', path }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const url = new URL(address.url)
  const template = url.pathname.slice(1)
  const name = `${template}_${Math.random().toString(36).slice(2, 10)}`
  await createDatabase(name, template)
  url.pathname = `/${name}`
  const folder = join(tmpdir(), `pequod-${name}`)
  return {
    address: { kind: 'postgres', url: url.href, data: { folder } },
    async remove() {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
