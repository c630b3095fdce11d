import { readFile } from 'node:fs/promises'
import { generate } from '@graphql-codegen/cli'
import { expect, test } from 'vitest'
import config from '../../codegen.ts'

test('the typed operations are what codegen makes of the schema: run npm run codegen', async () => {
  const [made] = await generate(config, false)
  expect(made?.filename).toBe('src/rest/operations/operations.generated.ts')
  expect(await readFile('src/rest/operations/operations.generated.ts', 'utf8')).toBe(made?.content)
})
