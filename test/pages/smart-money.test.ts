import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { centsText, percentText, plural, pointsText } from '../../src/formats.ts'
import { sideOf } from '../../src/pages/smart-money/side-of.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

describe('a signal', () => {
  test('is named by the outcome of its side, with the price and the money of that outcome', () => {
    const fraction = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000)
    fc.assert(
      fc.property(fraction, fraction, (price, yesShare) => {
        const signal = { yesName: 'Foxes', noName: 'Gryphons', price, yesShare }
        const [yes, no] = (['YES', 'NO'] as const).map((side) => sideOf({ ...signal, side }))
        expect([yes?.name, no?.name]).toEqual(['Foxes', 'Gryphons'])
        expect([yes?.price, yes?.moneyShare]).toEqual([price, yesShare])
        // The two sides of a market cost a dollar together, and hold all of the money.
        expect((no?.price ?? 0) + price).toBeCloseTo(1, 9)
        expect((no?.moneyShare ?? 0) + yesShare).toBeCloseTo(1, 9)
      }),
    )
    expect(sideOf({ side: 'NO', yesName: null, noName: null, price: 0.66, yesShare: null })).toEqual({
      name: 'No',
      price: expect.closeTo(0.34, 9),
      moneyShare: null,
    })
  })
})

describe('smart money on pages and in feeds', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  let price: number
  beforeAll(async () => {
    served = await serveWorld()
    const { db } = served.store
    await updateSmartMoney(db)
    // The one highlight of this world favors Yes in a market that Yes lost: this makes it a market between
    // two teams, and void.
    await db.run("UPDATE smart_signals SET side = 'NO' WHERE kind IN ('HIGHLIGHT', 'OPPORTUNITY')")
    await db.run("UPDATE tokens SET outcome_name = CASE outcome WHEN 0 THEN 'Foxes' ELSE 'Gryphons' END")
    await db.run(`UPDATE conditions SET payouts = '["1","1"]' WHERE payouts IS NOT NULL`)
    // In the newest snapshot the cohort holds only the second outcome, against most prices.
    await db.run('UPDATE smart_stances SET yes_value = 0, divergence = -price WHERE snapshot_id > 0')
    pro = (await tierCallers(served)).PRO
    price = (await ask('/v1/smart-money/highlights')).json().items[0].price
  })
  const ask = (url: string) => served.app.inject({ url, headers: pro })
  const wordsOf = (body: string) => body.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

  test('name the outcome of the side, at its own price', async () => {
    expect(centsText(price)).not.toBe(centsText(1 - price))
    const { body } = await ask('/smart-money')
    expect(wordsOf(body)).toContain(`Gryphons at ${centsText(1 - price)}`)
    expect(wordsOf(body)).toContain(`Price of Gryphons${centsText(1 - price)}`)
    const feed = (await ask('/feeds/highlights.json')).json()
    const { title, content_text } = feed.items[0]
    expect([title, content_text].join(' ')).not.toMatch(/\b(?:Yes|No)\b/)
    if (title.includes(' at ')) expect(title).toContain(`Gryphons at ${centsText(1 - price)}: `)
    else expect(content_text).toContain(`Price of Foxes: ${centsText(price)}`)
  })

  test('show a visitor without a key the categories, the opportunities and the highlight', async () => {
    const get = async (url: string) => served.app.inject(url)
    const { cohortSize, categories, markets, weeklyPick } = (await get('/v1/smart-money')).json()
    expect([categories.length, markets.length].every((count) => count > 0)).toBe(true)
    const page = wordsOf((await get('/smart-money')).body)
    for (const { markets: counted, yesShare, divergence } of categories)
      expect(page).toMatch(
        new RegExp(
          `${counted}\\$\\S+?${percentText(yesShare)}[−+]?${pointsText(divergence).replace('+', '')}`,
        ),
      )
    expect(page).toContain(plural(cohortSize, 'leading trader'))
    expect(page).toContain(weeklyPick.question)
    for (const { question, side, price: yes } of markets) {
      const name = side === 'no' ? 'Gryphons' : 'Foxes'
      expect(page).toContain(`${question}${name} at ${centsText(side === 'no' ? 1 - yes : yes)}`)
    }
    expect(page).not.toMatch(/withheld|too few markets/i)
    expect(page).toContain('Every opportunity with the money behind it')
  })

  test('count right, wrong, void and open signals, which add up', async () => {
    const words = wordsOf((await ask('/smart-money')).body)
    const told = /(\d+) signals? of twelve weeks: (\d+) right, (\d+) wrong, (\d+) void, (\d+) open/.exec(
      words,
    )
    const [all, ...parts] = (told?.slice(1) ?? []).map(Number)
    expect(parts.at(2)).toBeGreaterThan(0)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all)
  })

  test('give the distance of a category from the price in points', async () => {
    const { categories } = (await ask('/v1/smart-money')).json()
    const { divergence } = categories.find((row: { divergence: number | null }) => row.divergence !== null)
    expect(pointsText(0.1234)).toBe('+12.3 pts')
    expect(wordsOf((await ask('/smart-money')).body)).toContain(pointsText(divergence))
  })
})
