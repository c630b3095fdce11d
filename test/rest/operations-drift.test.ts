import { readFile } from 'node:fs/promises'
import { generate } from '@graphql-codegen/cli'
import { expect, test } from 'vitest'
import config from '../../codegen.ts'

test('the typed operations of REST and of pages are what codegen makes of the schema: run npm run codegen', async () => {
  const made: { filename: string; content: string }[] = await generate(config, false)
  expect(made.map(({ filename }) => filename).sort()).toEqual([
    'src/pages/operations.generated.ts',
    'src/rest/operations/operations.generated.ts',
  ])
  for (const { filename, content } of made) expect(await readFile(filename, 'utf8')).toBe(content)
})
