/**
 * A leaderboard of 100 rows as the first request for it after a snapshot, in a process that knows nothing of it yet: the numbers
 * that ordered its rows alone, and all that REST shows, for which the days of its traders are read; with conditions too.
 * Milliseconds and CPU.
 *
 *   npx node bench/read/cold-board.ts [fills, default 1,000,000] [rounds, default 7]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { createApp } from '../../src/server/app.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import { spread } from '../run/spread.ts'
import { crowdFile } from '../worlds/crowd-file.ts'

const fills = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 7)
const BOARD = 'pnl-30d'
const CELLS = 'rank previousRank address username value pnl volume roi tradeCount isBot coverage'
const QUESTIONS = {
  'the numbers that ordered it': {
    method: 'POST' as const,
    url: '/graphql',
    payload: { query: `{ leaderboard(id: "${BOARD}") { entries { nodes { ${CELLS} } } } }` },
  },
  'all by REST': { method: 'GET' as const, url: `/v1/leaderboard/${BOARD}` },
  'all by REST of those who fit': {
    method: 'GET' as const,
    url: `/v1/leaderboard/${BOARD}?isBot=false&coverage=ok&minVolume=1000`,
  },
}

const folder = mkdtempSync(join(tmpdir(), 'pequod-cold-board-'))
const path = join(folder, 'pequod.db')
const { db, close } = await openStore({ kind: 'sqlite', path })
try {
  const file = await crowdFile({ fills, traders: fills / 10, markets: Math.max(400, fills / 500) })
  await ingestEventLines(db, { path: file }, { onRefusal })
  await refresh(db)
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const took: { ms: number; cpu: number }[] = []
    for (let round = 0; round < rounds; round++) took.push(await firstAnswer(question))
    const [ms, cpu] = [took.map((one) => one.ms), took.map((one) => one.cpu)]
    console.log(`cold board, ${name}: ${spread(ms, 1)} ms, ${spread(cpu, 1)} ms of CPU`)
  }
} finally {
  await close()
  rmSync(folder, { recursive: true, force: true })
}

async function firstAnswer(question: (typeof QUESTIONS)[keyof typeof QUESTIONS]) {
  const app = await createApp({
    db,
    config: loadConfig({ LOG_LEVEL: 'silent', DATABASE_URL: `sqlite:${path}` }),
  })
  const [from, before] = [performance.now(), process.cpuUsage()]
  const answer = await app.inject(question)
  const ms = performance.now() - from
  const { user, system } = process.cpuUsage(before)
  await app.close()
  if (answer.statusCode !== 200 || answer.body.includes('"errors"'))
    throw new Error(`${question.url} answered ${answer.statusCode}: ${answer.body}`)
  return { ms, cpu: (user + system) / 1_000 }
}

function onRefusal({ line, reason }: { line: number; reason: string }): never {
  throw new Error(`line ${line}: ${reason}`)
}
