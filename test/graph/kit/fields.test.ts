import SchemaBuilder from '@pothos/core'
import fc from 'fast-check'
import { assertObjectType, graphql } from 'graphql'
import { expect, it } from 'vitest'
import LimitPlugin, { limitsOf } from '../../../src/graph/kit/limits/limit-plugin.ts'
import '../../../src/graph/kit/fields.ts'

interface Row {
  micro: number
  missing: number | null
}

const builder = new SchemaBuilder<{ DefaultFieldNullability: false }>({
  plugins: [LimitPlugin],
  defaultFieldNullability: false,
  tier: { tierOf: () => 'PRO' },
  fieldLimit: { count: async () => undefined },
})
const RowType = builder.objectRef<Row>('Row').implement({
  fields: (t) => ({
    read: t.amount(({ micro }) => micro, 'Any.'),
    named: t.amount('micro', 'Any.'),
    later: t.amount(async ({ micro }) => micro, 'Any.'),
    missing: t.amount('missing', { nullable: true, description: 'Null always.' }),
    missingLater: t.amount(async ({ missing }) => missing, { nullable: true, description: 'Null always.' }),
    rows: t.count(() => 3, 'Rows, {limits}.'),
    share: t.fraction(() => 0.5, 'Share, {limits}.'),
  }),
})
builder.queryType({
  fields: (t) => ({
    row: t.field({ type: RowType, args: { micro: t.arg.float({ required: true }) }, resolve }),
  }),
})
const schema = builder.toSchema()

function resolve(_root: unknown, { micro }: { micro: number }): Row {
  return { micro, missing: null }
}

it('an amount is the millionth part of the stored number, and null if that is unknown', async () => {
  const source =
    'query ($micro: Float!) { row(micro: $micro) { read named later missing missingLater rows share } }'
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (micro) => {
      const { data } = await graphql({ schema, source, variableValues: { micro } })
      const amount = Number(`${micro}e-6`)
      const amounts = { read: amount, named: amount, later: amount, missing: null, missingLater: null }
      expect(JSON.parse(JSON.stringify(data?.row))).toEqual(
        JSON.parse(JSON.stringify({ ...amounts, rows: 3, share: 0.5 })),
      )
    }),
  )
})

it('a count and a fraction have their limits, in words too', () => {
  const type = assertObjectType(schema.getType('Row'))
  const fields = ['rows', 'share'].flatMap((name) => type.getFields()[name] ?? [])
  expect(fields.map(({ description }) => description)).toEqual(['Rows, 0 or more.', 'Share, 0 to 1.'])
  expect(fields.map(limitsOf)).toEqual([{ minimum: 0 }, { minimum: 0, maximum: 1 }])
})
