import { expect, test } from 'vitest'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestGamma } from '../../../src/sources/files/ingest.ts'
import { ingestDataApi } from '../../../src/sources/files/ingest-data-api.ts'
import { noSharedData, sharedData, skipNote } from '../../sources/support/shared-data.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { asker } from '../support/ask.ts'

interface Listed {
  condition: string
  status: 'OPEN' | 'ENDED' | 'RESOLVED' | 'UNKNOWN'
  volume: number | null
  endsAt: string | null
}

describeEngines('markets of recorded Data API rows', (open) => {
  test.skipIf(noSharedData)(
    `have the dollars of their fills as volume, and no other is listed${skipNote}`,
    async () => {
      const { db } = await open()
      await ingestGamma(db, sharedData('gamma/markets-200.json'))
      await ingestDataApi(db, 'trades', sharedData('trades/one-market-burst.json'))
      await ingestDataApi(db, 'trades', sharedData('trades/with-duplicates.csv'))
      await refresh(db)
      const ask = asker(db, createReader(db))
      const list = async (filter: string) => {
        const { data, errors } = await ask(
          `{ markets(first: 100, ${filter}) { totalCount nodes { condition status volume endsAt } } }`,
          {},
          'PRO',
        )
        expect(errors).toBeUndefined()
        return data?.markets as { totalCount: number; nodes: Listed[] }
      }
      const traded = await db.all<{ condition: string; usd: number; cutoff: number }>(
        'SELECT c.condition, CAST(SUM(f.usd) AS BIGINT) AS usd FROM fills f JOIN tokens k ON k.id = f.token_id JOIN conditions c ON c.id = k.condition_id GROUP BY c.condition',
      )
      const { totalCount, nodes } = await list('orderBy: {by: VOLUME}')
      expect(totalCount).toBe(traded.length)
      expect(traded.length).toBeGreaterThan(15)
      const expected = traded.map(({ condition, usd }) => [condition, usd / 1_000_000])
      expect(new Map(nodes.map(({ condition, volume }) => [condition, volume]))).toEqual(
        new Map(expected as []),
      )
      const volumes = nodes.map(({ volume }) => volume ?? -1)
      expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))

      const everything = await list('includeUntraded: true')
      expect(everything.totalCount).toBeGreaterThanOrEqual(200)
      for (const { status, endsAt } of [...nodes, ...everything.nodes])
        expect(status === 'UNKNOWN').toBe(endsAt === null && status !== 'RESOLVED')
      expect(
        (await list('where: {status: OPEN}, includeUntraded: true')).nodes.every(
          ({ endsAt }) => endsAt !== null,
        ),
      ).toBe(true)
    },
  )
})
