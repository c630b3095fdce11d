import { expect, test } from 'vitest'
import { openStore } from '../../src/store/engine/store.ts'
import { MARKETS, TOKENS, TRADERS } from '../../src/store/engine/tables.ts'
import { up } from '../../src/store/migrations/0022-text-bounds.ts'
import { describeEngines } from './engines.ts'

const address = (n: number) => `0x${String(n).padStart(40, '0')}`

describeEngines('a store from before text bounds', (open) => {
  test('keeps the texts within them, and https pictures only', async () => {
    const { address: place, close } = await open()
    const { db, knex, close: closeOwn } = await openStore(place)
    const pictures = ['https://pictures/1', 'HTTPS://pictures/2', 'javascript:alert(1)', 'http://x/', null]
    const columns = {
      id: pictures.map((_, i) => i + 1),
      address: pictures.map((_, i) => address(i)),
      infrastructure: pictures.map(() => 0),
      username: pictures.map((_, i) => 'n'.repeat(98 + i)),
      search_name: pictures.map((_, i) => 'n'.repeat(98 + i)),
      bio: pictures.map((_, i) => '🐋'.repeat(998 + i)),
      profile_image: pictures,
      verified: pictures.map(() => 0),
    }
    await db.insertNew(TRADERS, columns, pictures.length)
    await db.insertNew(MARKETS, { condition_id: [1, 2], question: ['q'.repeat(500), 'q'.repeat(501)] }, 2)
    await db.insertNew(
      TOKENS,
      { id: [1, 2], token: ['1', '2'], outcome_name: ['Yes', 'y'.repeat(400_000)] },
      2,
    )
    await up(knex)
    expect(
      await db.all(
        'SELECT length(username) AS name, length(search_name) AS search, length(bio) AS bio, profile_image AS picture FROM traders ORDER BY id',
      ),
    ).toEqual([
      { name: 98, search: 98, bio: 998, picture: 'https://pictures/1' },
      { name: 99, search: 99, bio: 999, picture: 'HTTPS://pictures/2' },
      { name: 100, search: 100, bio: 1_000, picture: null },
      { name: null, search: null, bio: null, picture: null },
      { name: null, search: null, bio: null, picture: null },
    ])
    expect(await db.all('SELECT length(question) AS long FROM markets ORDER BY condition_id')).toEqual([
      { long: 500 },
      { long: null },
    ])
    expect(await db.all('SELECT outcome_name AS name FROM tokens ORDER BY id')).toEqual([
      { name: 'Yes' },
      { name: null },
    ])
    await closeOwn()
    await close()
  })
})
