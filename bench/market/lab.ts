/**
 * Trials of rules over a ledger of three years: twenty named wallets, and the weekly top twenty of a board, each without
 * its random draws and with them; copies of forty wallets; and the requests of a service of the same store while a trial runs
 * in a process of its own. The ledger is made once for a size and kept in `bench/.work`.
 *
 *   npx node bench/market/lab.ts [fills, default 1,000,000] [seconds of requests, default 10]
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { RANDOM_DRAWS } from '../../src/lab/judge.ts'
import { readLab } from '../../src/lab/read/read-lab.ts'
import { type RuleText, readRule } from '../../src/lab/rule.ts'
import { runRule } from '../../src/lab/run-rule.ts'
import { tryInProcess } from '../../src/lab/runs/try-rule.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import type { Database, StoreAddress } from '../../src/store/engine/database.ts'
import { BOARD_QUESTION } from '../peers/board-question.ts'
import { loadRound } from '../run/load-round.ts'
import { startMeasured } from '../run/measured-process.ts'
import { makeMarketStore, walletOf } from './market-store.ts'
import { yearsShape } from './shapes.ts'

const fills = Number(process.argv[2] ?? 1_000_000)
const requestSeconds = Number(process.argv[3] ?? 10)
const shape = yearsShape(fills)
const FIRST = dayOf(shape.start)
const count = (number: number) => number.toLocaleString('en')
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const days = { from: dayText(FIRST + 30), to: dayText(FIRST + shape.days - 2) }
const size = { usd: 100, bankroll: 1_000_000 }
const WALLETS = Array.from({ length: 40 }, (_, wallet) => walletOf(7 * wallet))
/** Rules by name. */
const RULES: Readonly<Record<string, RuleText>> = {
  'twenty wallets': { universe: { traders: WALLETS.slice(0, 20) }, size, ...days },
  'forty wallets': { universe: { traders: WALLETS }, size, ...days },
  'the weekly top twenty': { universe: { leaderboard: 'pnl-all', top: 20 }, size, ...days },
}

/** Returns what tells the seconds since now, and those of the processor. */
function sinceNow(): () => string {
  const start = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return `${seconds(performance.now() - start)}, ${((user + system) / 1e6).toFixed(1)} s of processor,`
  }
}

/** Prints the time of each part of a trial. */
async function trial(db: Database, name: string, text: RuleText): Promise<void> {
  const rule = readRule(text)
  const clock = sinceNow()
  const { world } = await readLab(db, rule)
  const read = clock()
  let [own, usual] = ['', '']
  const run = await runRule(rule, world, {
    async onProgress(part) {
      if (own === '') own = clock()
      if (usual === '' && part >= 0.7) usual = clock()
    },
  })
  const { draws } = run.randomTraders
  console.log(
    `lab, ${count(fills)} fills, ${name}: ${own} without draws (${read} to read), ${usual} with ` +
      `${RANDOM_DRAWS} draws of random traders and ${run.randomTimes.draws} of random times` +
      `${draws > RANDOM_DRAWS ? `, ${clock()} with ${draws} of random traders` : ''}; ` +
      `${count(run.copies.length)} copies, ${count(run.decidedEvents)} decided events, ${run.verdict}`,
  )
}

/** Prints how long requests take beside a trial, against the same requests alone. */
async function requests(address: StoreAddress & { kind: 'sqlite' }): Promise<void> {
  const service = await startMeasured('read/service-server.ts', { databaseUrl: `sqlite:${address.path}` })
  const load = { connections: 10, rate: 100, until: { seconds: requestSeconds } }
  try {
    await loadRound(service.url, BOARD_QUESTION, { connections: 10, until: { requests: 500 } })
    const alone = await loadRound(service.url, BOARD_QUESTION, load)
    const end = new AbortController()
    const rule = JSON.stringify(readRule(RULES['the weekly top twenty']).text)
    const trying = tryInProcess(
      address,
      { rule, accountId: 0, part: 0, draws: null },
      { signal: end.signal, onProgress() {} },
    )
    const ended = trying.then(
      () => true,
      () => false,
    )
    const beside = await loadRound(service.url, BOARD_QUESTION, load)
    end.abort()
    const isShort = await ended
    console.log(
      `lab, ${count(fills)} fills, requests: p99 ${alone.p99} ms alone, ${beside.p99} ms beside a trial, ` +
        `${(beside.p99 / alone.p99).toFixed(2)} ×${isShort ? ' (the trial ended before)' : ''}`,
    )
  } finally {
    await service.end()
  }
}

const folder = new URL(`../.work/lab-${fills}/`, import.meta.url).pathname
const address = { kind: 'sqlite', path: `${folder}pequod.db` } as const
if (!existsSync(folder)) {
  const part = `${folder.slice(0, -1)}.part/`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  const start = performance.now()
  const made = await makeMarketStore({ kind: 'sqlite', path: `${part}pequod.db` }, shape)
  await refresh(made.db)
  await made.close()
  await rename(part, folder)
  console.log(`lab, ${count(fills)} fills: made and published in ${seconds(performance.now() - start)}`)
}
const { db, close } = await openStore(address)
console.log(
  `lab, ${count(fills)} fills in ${count(shape.markets)} markets over ${shape.days} days to ${dayText(dayOf(shape.start + shape.days * DAY_SECONDS))}`,
)
for (const [name, text] of Object.entries(RULES)) await trial(db, name, text)
await close()
await requests(address)
