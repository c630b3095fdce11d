import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  axisMoneyText,
  centsText,
  exactMoneyText,
  moneyRange,
  moneyText,
  numberText,
  percentRange,
  percentText,
  pointsText,
  shareText,
} from '../../src/formats.ts'
import { html } from '../../src/pages/kit/html.ts'
import { address } from '../../src/pages/kit/links.ts'
import { spanText } from '../../src/pages/kit/times.ts'
import { ordinal } from '../../src/pages/kit/words.ts'
import { money, share } from '../../src/pages/parts/amounts.ts'
import { badges, face, person } from '../../src/pages/parts/person.ts'

/** Text as a browser reads it. */
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('an amount of dollars has its sign before the dollar, and its exact value in the markup', () => {
  expect(moneyText(-1234.5)).toBe('−$1,235')
  expect([70, 12.3, 9.99, 4, 0.05, 0].map((value) => moneyText(value))).toEqual([
    '$70',
    '$12',
    '$9.99',
    '$4.00',
    '$0.05',
    '$0',
  ])
  expect(moneyText(1_254_000)).toBe('$1.25M')
  expect(moneyText(0, { isSigned: true })).toBe('$0')
  expect(`${money(-1234.567, { isSigned: true })}`).toBe(
    '<data value="-1234.567" title="−$1,234.57" class="loss">−$1,235</data>',
  )
  expect(`${money(null)}`).toContain('–')
})

test('an amount that rounds to zero has no sign and no color of a gain or a loss', () => {
  const tiny = fc.double({ min: -0.000_049, max: 0.000_049, noNaN: true })
  fc.assert(
    fc.property(tiny, fc.boolean(), (value, isSigned) => {
      const texts = [moneyText(value, { isSigned }), percentText(value, { isSigned }), pointsText(value)]
      expect(texts.join(' ')).not.toMatch(/[−+]/)
      expect(`${money(value, { isSigned })}`).not.toMatch(/[−+]\$0|class=/)
    }),
  )
  expect([moneyText(-0.001), moneyText(-0.006)]).toEqual(['$0.00', '−$0.01'])
})

test('an axis, a rule and a plain number have the decimals that they need', () => {
  expect([1_200_000, 0.05, -250].map((value) => axisMoneyText(value, 2))).toEqual(['$1.2M', '$0.05', '−$250'])
  expect([1_000, 1_000.5].map(exactMoneyText)).toEqual(['$1,000', '$1,000.50'])
  expect([1_234.567, -0.5, -0.001].map((value) => numberText(value))).toEqual(['1,234.57', '−0.5', '0'])
})

/** Files beside `formats.ts` that make a format of their own, and why. */
const OWN_FORMATS = {
  'src/delivery/channel-pace.ts': 'reads the clock of a time zone',
  'src/formats.ts': 'the formats',
  'src/pages/kit/times.ts': 'days and moments as elements of pages',
}

test('numbers and dates are formatted in one module', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.generated.ts'))
  expect(files.length).toBeGreaterThan(400)
  const own = files.filter((file) =>
    /toLocaleString|Intl\.(Number|DateTime|RelativeTime)Format|[^\\$]\$\$\{[^}]*(usd|price|pnl)/i.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(own.sort()).toEqual(Object.keys(OWN_FORMATS))
})

test('a price near 0 or 1 is never rounded to it', () => {
  expect([0.41, 0.004, 0.996, 0, 1].map(centsText)).toEqual(['41¢', '0.4¢', '99.6¢', '0¢', '100¢'])
})

test('an interval with a negative end is joined by a word, any other by a dash', () => {
  expect(percentRange({ low: 0.73, high: 0.92 })).toBe('73–92%')
  expect(percentRange({ low: -0.012, high: 0.2 })).toBe('−1.2% to 20.0%')
  expect(percentRange({ low: 0.012, high: 0.08 })).toBe('1.2–8.0%')
  expect(percentRange({ low: 0.54, high: 1.05 }, true)).toBe('+54.0% to +105.0%')
  expect(moneyRange({ low: -4.2, high: 120 })).toBe('−$4 to +$120')
  expect(moneyRange({ low: 0.5, high: 4 })).toBe('+$0.50 to +$4.00')
  expect(percentText(0.633, { digits: 1 })).toBe('63.3%')
})

test('both ends of an interval have the same number of decimals', () => {
  const end = fc.double({ min: -3, max: 3, noNaN: true })
  fc.assert(
    fc.property(end, end, fc.boolean(), (one, other, isSigned) => {
      const interval = { low: Math.min(one, other), high: Math.max(one, other) }
      const decimals = (text: string) =>
        text.match(/\d(?=[\d,]*(\.\d+)?)[\d,]*(\.\d+)?/g)?.map((number) => number.split('.')[1]?.length ?? 0)
      const ends = decimals(percentRange(interval, isSigned)) ?? []
      expect(ends.length).toBe(2)
      expect(ends[0]).toBe(ends[1])
    }),
  )
})

test('a share of fewer than a hundred cases is a count', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (cases, any) => {
      const some = any % (cases + 1)
      const text = shareText(some / cases, cases)
      expect(text).toBe(cases < 100 ? `${some} of ${cases}` : percentText(some / cases))
    }),
  )
  expect(`${share(41 / 47, 47)}`).toBe('<data value="0.8723404255319149" title="87.2%">41 of 47</data>')
  expect(`${share(null, 0)}`).toContain('–')
})

test('any text in a template is read by a browser as that text, in an element and in an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const made = `${html`<a title="${text}">${text}</a>`}`
      const [, title = '', words = ''] = /^<a title="([^"<>]*)">([^<>]*)<\/a>$/s.exec(made) ?? []
      expect([unescaped(title), unescaped(words)]).toEqual([text, text])
    }),
  )
})

test('a name is isolated from surrounding text direction, and an avatar takes letters of any script', () => {
  const shown = `${person({ address: `0x${'a'.repeat(40)}`, username: 'אבג <b>' })}`
  expect(shown).toContain('<bdi>אבג &lt;b&gt;</bdi>')
  expect(`${face('seed', 'Łukasz')}`).toContain('>ŁU</text>')
})

test('a trader whose identity is withheld is a label without a link', () => {
  const shown = `${person({ address: null, username: null, label: 'Trader #7' })}`
  expect(shown).toContain('Trader #7')
  expect(shown).not.toMatch(/href|0x/)
})

test('a badge is shown for tested traders only', () => {
  const none = badges({
    isBot: false,
    coverage: 'OK',
    skill: { verdict: 'CANNOT_TELL', edge: 0.1, edgeInterval: null },
  })
  expect(`${html`${none}`}`).toBe('')
  const skill = { verdict: 'SKILLED', edge: 0.5, edgeInterval: { low: 0.2, high: 0.8 } } as const
  const all = `${html`${badges({ isBot: true, botProbability: 0.83, coverage: 'PARTIAL', skill })}`}`
  expect([...all.matchAll(/>(\w+)<\/span>/g)].map(([, word]) => word)).toEqual(['skilled', 'bot', 'partial'])
  expect(all).toContain('95% interval 20–80%')
})

test('a URL omits missing parameters, and escapes the others', () => {
  expect(address('/whales', { category: '', minUsd: null, trader: 'a&b=c' })).toBe('/whales?trader=a%26b%3Dc')
  expect(address('/whales')).toBe('/whales')
})

test('ordinals and spans are written in words', () => {
  expect([1, 2, 3, 4, 11, 12, 21, 1013].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '21st',
    '1,013th',
  ])
  expect([1, 59, 60, 7_200, 86_400 * 12].map(spanText)).toEqual([
    '1 second',
    '59 seconds',
    '1 minute',
    '2 hours',
    '12 days',
  ])
})
