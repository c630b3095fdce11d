import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitDocument, type TriedParameter } from '../../src/pages/reference/docs-script.ts'

const parameters = fc.array(
  fc.record(
    {
      name: fc.constantFrom('address', 'id', 'limit', 'category'),
      required: fc.boolean(),
      schema: fc.record({ enum: fc.array(fc.string(), { minLength: 1 }) }, { requiredKeys: [] }),
      example: fc.oneof(fc.string(), fc.boolean(), fc.constant(0)),
    },
    { requiredKeys: [] },
  ),
)
const examples = fc.dictionary(fc.constantFrom('address', 'id'), fc.string(), { noNullPrototype: true })
const documentOf = (list: readonly TriedParameter[]) => ({
  // The second is changed and never read.
  paths: { '/v1': { get: { parameters: [...list] } }, '/v1/change': {} },
})

test('the reference tries each parameter with the served example, else with its own, else without one', () => {
  fc.assert(
    fc.property(parameters, examples, (list, live) => {
      const fitted = fitDocument(documentOf(structuredClone(list)), live).paths['/v1']?.get?.parameters ?? []
      expect(fitted).toHaveLength(list.length)
      for (const [at, before] of list.entries()) {
        const isServed = before.name !== undefined && before.name in live
        const isUnset =
          !isServed && before.required !== true && before.example === undefined && before.schema?.enum
        expect(fitted[at]).toEqual({
          ...before,
          ...(isServed && { example: live[before.name ?? ''] }),
          ...(isUnset && { examples: { unset: { value: before.schema?.enum?.[0], 'x-disabled': true } } }),
        })
      }
    }),
  )
})

test('the reference fits the document from its own text, as the page runs it', () => {
  const document = documentOf([{ name: 'address', required: true, example: '0x0' }])
  const text = `${fitDocument.toString()}; fitDocument(${JSON.stringify(document)}, { address: '0x1' })`
  expect(JSON.stringify(runInNewContext(text))).toBe(
    JSON.stringify(documentOf([{ name: 'address', required: true, example: '0x1' }])),
  )
})
