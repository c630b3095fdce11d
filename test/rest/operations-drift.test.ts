import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FOLLOW_OPERATIONS, followOperations } from '../../bin/print/follow-operations.ts'
import { operationTypes } from '../../bin/print/operation-types.ts'
import {
  PAGE_OPERATION,
  pageOperation,
  SCREEN_OPERATION,
  screenOperation,
} from '../../bin/print/screen-operation.ts'

test('the typed operations of REST and of pages are what codegen makes of the schema: run npm run codegen', async () => {
  for (const { file, text } of await operationTypes()) expect(await readFile(file, 'utf8')).toBe(text)
})

test('operations about follows are printed as the schema has their rules (npm run codegen prints them)', async () => {
  expect(await readFile(FOLLOW_OPERATIONS, 'utf8')).toBe(followOperations())
  expect(await readFile(SCREEN_OPERATION, 'utf8')).toBe(screenOperation())
  expect(await readFile(PAGE_OPERATION, 'utf8')).toBe(pageOperation())
})
