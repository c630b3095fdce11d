/**
 * The cost of withholding: 1,000 rows for a tier that they are withheld from, against the same rows for Pro, in turns.
 * The rows of a gated leaderboard through the compiled operation of the service, identities withheld; and 1,000 rows of
 * the same shape by rules for Pro only, as null and as an error for each value.
 *
 *   npx node bench/read/redact.ts [rounds, default 60]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GraphQLSchema, parse } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { seed } from '../../seeds/world/demo.ts'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import type { Tier } from '../../src/access/tier.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createRequestContext } from '../../src/graph/kit/context.ts'
import { createFieldLimiter } from '../../src/graph/kit/field-limit.ts'
import type { TierRule } from '../../src/graph/kit/tier-rule.ts'
import { schema } from '../../src/graph/schema.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { alertParts, callerOf } from '../../test/graph/support/ask.ts'
import { gateTab } from '../../test/graph/support/gate-tab.ts'
import { newBuilder } from '../../test/graph/support/tiered-schema.ts'

const ROWS = 1_000
const IDENTITY = ['address', 'username', 'profileImage', 'xUsername', 'verifiedBadge', 'bio'] as const
const NUMBERS = ['pnl', 'realizedPnl', 'volume', 'roi', 'winRate', 'tradeCount'] as const
const rounds = Number(process.argv[2] ?? 60)

/** Serves the rows to a caller of a tier, as the text of an answer. */
type Serve = (tier: Tier) => Promise<string>

function compiled(of: GraphQLSchema, text: string) {
  const operation = compileQuery(of, parse(text))
  if (!isCompiledQuery(operation)) throw new Error('the operation does not compile')
  return operation
}

/** Ten times the 100 rows that everybody may ask for: a thousand for each tier. */
async function gatedBoard(db: Database): Promise<Serve> {
  const [id] = gateTab('PNL', () => undefined)
  const entries = `entries { nodes { rank previousRank value ${IDENTITY.slice(0, -1).join(' ')} ${NUMBERS.join(' ')} } }`
  const boards = Array.from({ length: 10 }, (_, i) => `b${i}: leaderboard(id: "${id}") { ${entries} }`)
  const operation = compiled(schema, `{ ${boards.join(' ')} }`)
  const reader = createReader(db)
  const shared = {
    accounts: createAccountStore(db),
    limitField: createFieldLimiter(createMemoryLimiter()),
    ...(await alertParts(db, reader)),
  }
  return async (tier) => {
    const context = createRequestContext({ ...shared, caller: callerOf(tier) })
    return JSON.stringify(await operation.query(undefined, context, {}))
  }
}

/** Rows as a list in memory, so that only the rules differ. */
function ruledRows(rule: TierRule<unknown>): Serve {
  const builder = newBuilder()
  const Row = builder.objectRef<Record<string, string>>('Row').implement({
    fields: (t) => ({
      ...Object.fromEntries(
        IDENTITY.map((name) => [
          name,
          t.string({ nullable: true, tier: rule, resolve: (row) => row[name] ?? null }),
        ]),
      ),
      ...Object.fromEntries(NUMBERS.map((name) => [name, t.string({ resolve: (row) => row[name] ?? '' })])),
    }),
  })
  const names = [...IDENTITY, ...NUMBERS]
  const rows = Array.from({ length: ROWS }, (_, i) =>
    Object.fromEntries(names.map((name) => [name, `${name} of the row ${i}`])),
  )
  builder.queryType({ fields: (t) => ({ rows: t.field({ type: [Row], resolve: () => rows }) }) })
  const operation = compiled(builder.toSchema(), `{ rows { ${names.join(' ')} } }`)
  return async (tier) => {
    const { data, errors } = await operation.query(undefined, { caller: { tier }, ran: [] }, {})
    return JSON.stringify({ data, errors: errors?.length ?? 0 })
  }
}

async function timed(serve: Serve, tier: Tier): Promise<number> {
  const start = performance.now()
  await serve(tier)
  return performance.now() - start
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** Medians of both, measured in turns, after the same number of rounds to warm up. */
async function compare(name: string, serve: Serve, tier: Tier): Promise<void> {
  const whole: number[] = []
  const withheld: number[] = []
  for (let round = -rounds; round < rounds; round++) {
    const times = [await timed(serve, 'PRO'), await timed(serve, tier)] as const
    if (round < 0) continue
    whole.push(times[0])
    withheld.push(times[1])
  }
  const [pro, other] = [median(whole), median(withheld)]
  const figures = `${tier} ${other.toFixed(2)} ms, PRO ${pro.toFixed(2)} ms`
  console.log(`${name.padEnd(30)} ratio ${(other / pro).toFixed(2)}  (${figures})`)
}

const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
try {
  const { db, close } = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  await seed({ db }, { world: { traders: 300, days: 12, markets: 20 } })
  await refresh(db)
  console.log(`${ROWS.toLocaleString('en')} rows, ${rounds} rounds`)
  await compare('a gated leaderboard', await gatedBoard(db), 'ANONYMOUS')
  await compare('6 of 12 fields null', ruledRows({ requires: 'PRO', otherwise: 'NULL' }), 'FREE')
  await compare('6 of 12 fields an error each', ruledRows({ requires: 'PRO', otherwise: 'ERROR' }), 'FREE')
  await close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
