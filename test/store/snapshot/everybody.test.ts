import { expect, test } from 'vitest'
import type { Address } from '../../../src/ledger/quantities.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { createTraderSearch } from '../../../src/store/snapshot/create-snapshot-reader.ts'
import type { BoardOrder, SearchPlace, Snapshot } from '../../../src/store/snapshot/snapshot-reader.ts'
import { describeEngines } from '../support/engines.ts'

const COUNT = 1_500
const SNAPSHOT = { id: 1, cutoff: { block: null, time: 0 } } as Snapshot

/** An address whose order is not that of its trader's number. */
function address(i: number): Address {
  return `0x${(((i + 1) * 7_919) % 99_991).toString(16).padStart(40, '0')}` as Address
}

/** A board of these traders. It names the first 1,000. */
function boardOf(ids: readonly number[]): BoardOrder {
  const places = new Map(ids.map((id, i) => [id, i + 1]))
  const traders = Int32Array.from(ids.slice(0, 1_000))
  const rankOf = (trader: number) => places.get(trader) ?? null
  return { count: ids.length, traders, cells: {} as BoardOrder['cells'], previous: null, rankOf }
}

describeEngines('the list of everybody', (open) => {
  test('has who is on the board by address, and reads as few rows as that where they are few', async () => {
    const { db, close } = await open()
    const profile = { username: null, profileImage: null, xUsername: null, verified: null, bio: null }
    const lines = Array.from({ length: COUNT }, (_, i) => ({
      kind: 'TRADER' as const,
      address: address(i),
      ...profile,
    }))
    await ingestRecords(db, lines)
    const all = await db.all<{ id: number; address: Address }>(
      'SELECT id, address FROM traders WHERE infrastructure = 0 ORDER BY address',
    )
    expect(all.length).toBe(COUNT)
    const boards = { few: all.filter((_, i) => i % 311 === 7), many: all.filter((_, i) => i % 9 > 0) }
    for (const [name, board] of Object.entries(boards)) {
      const search = createTraderSearch(db, async () => boardOf(board.map(({ id }) => id).sort()))
      const found: number[] = []
      let [pages, after]: [number, SearchPlace | null] = [0, null]
      const before = db.statementCount
      for (let isLast = false; !isLast; pages++) {
        const page = await search(SNAPSHOT, '', 400, after)
        found.push(...page.ids)
        after = page.places.at(-1) ?? null
        isLast = page.isLast
      }
      expect(found).toEqual(board.map(({ id }) => id))
      if (name === 'few') expect(db.statementCount - before).toBe(pages)
    }
    await close()
  })
})
