import { existsSync, readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { TABS } from '../../src/metrics/leaderboards.ts'
import type { MetricDefinition } from '../../src/metrics/metric-definition.ts'
import { METRICS } from '../../src/metrics/registry.ts'
import { markedExamples } from './support/marked-examples.ts'
import { anchorsOf, PAGES, pageText, proseOf, ROOT } from './support/pages.ts'

const scripts: Record<string, string> = JSON.parse(
  readFileSync(new URL('package.json', ROOT), 'utf8'),
).scripts
const NPM_OWN = new Set(['ci', 'install', 'start', 'test'])

describe.each(PAGES)('%s', (path) => {
  const text = pageText(path)

  it('links only to existing files and anchors', () => {
    for (const [, target = ''] of proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target)) continue
      const [file = '', anchor] = target.split('#')
      const url = new URL(file === '' ? path : file, new URL(path, ROOT))
      expect(existsSync(file === '' ? new URL(path, ROOT) : url), target).toBe(true)
      if (anchor === undefined) continue
      const linked = file === '' ? text : readFileSync(url, 'utf8')
      expect(anchorsOf(linked), target).toContain(anchor)
    }
  })

  it('names only npm scripts that exist', () => {
    for (const [, script = ''] of text.matchAll(/(?:^|`|&& )npm (?:run )?([a-z][\w:-]*)/gm)) {
      if (!NPM_OWN.has(script)) expect(scripts, script).toHaveProperty([script])
    }
  })

  it('has a block under every marked command', () => {
    for (const { command } of markedExamples(text)) expect(command).toMatch(/^(curl|npx|npm) /)
  })
})

it('the README can be read in one go', () => {
  expect(pageText('README.md').split('\n').length).toBeLessThan(150)
})

it('the README opens with a sentence that names the venue, and shows a market and a skill card', () => {
  const text = pageText('README.md')
  const [, opening = ''] = text.split('\n\n')
  expect(opening).toMatch(/^Who .+ on Polymarket, .+\?/)
  const pictures = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, path = '']) => path)
  expect(pictures).toEqual(expect.arrayContaining(['docs/pictures/market.png', 'docs/pictures/skill.png']))
  for (const path of pictures)
    expect(readFileSync(new URL(path, ROOT)).subarray(1, 4).toString(), path).toBe('PNG')
})

describe('the methodology', () => {
  const text = pageText('docs/methodology.md')

  it('has the section that each metric names', () => {
    const sections = new Set([...text.matchAll(/^## (\d+)\./gm)].map((match) => match[1]))
    for (const { id, source } of METRICS as readonly MetricDefinition[]) {
      for (const [, section] of source.matchAll(/§(\d+)/g)) expect(sections, id).toContain(section)
    }
  })

  it.each(['docs/methodology.md', 'docs/api.md'])('names in %s the reads that take a day', (page) => {
    const query = buildSchema(readFileSync(new URL('schema/schema.graphql', ROOT), 'utf8')).getQueryType()
    const fields = Object.values(query?.getFields() ?? {})
    const taking = fields.filter(({ args }) => args.some(({ name }) => name === 'asOf'))
    const [told = ''] = pageText(page)
      .split('\n\n')
      .filter((part) => /`leaderboards`.*`asOf`|`asOf`.*`leaderboards`/s.test(part))
    const named = [...told.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    for (const { name } of fields)
      expect(named.includes(name), name).toBe(taking.some((one) => one.name === name))
  })

  it('lists no served board as not served', () => {
    const unserved = text.split('Defined, and not served yet:')[1]?.split('\n## ')[0] ?? ''
    for (const { wire } of TABS) expect(unserved).not.toContain(`\`${wire}\``)
  })
})
