import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openFile } from '../../../src/sources/files/open-file.ts'
import { temporaryFiles } from '../support/temporary-files.ts'

const files = temporaryFiles()

const sentenceFor = async (path: string) => {
  const error: unknown = await openFile(path).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ name: 'CommandError' })
  return error instanceof Error ? error.message.replace(path, 'FILE') : ''
}

test('a file that cannot be read is one sentence naming it', async () => {
  expect(await sentenceFor(join(files.folder, 'none'))).toBe('FILE does not exist: check the path.')
  mkdirSync(join(files.folder, 'folder'))
  expect(await sentenceFor(join(files.folder, 'folder'))).toBe('FILE is a folder: choose a file in it.')
  expect(await sentenceFor(join(files.write('x'), 'inside'))).toMatch(/part of its path is a file/)
  expect(await sentenceFor(files.write(''))).toBe('FILE is empty.')
  expect(await sentenceFor(files.write(Buffer.from([0x1f, 0x8b, 8, 0])))).toMatch(/compressed with gzip/)
  expect(await sentenceFor(files.write(Buffer.from([0xff, 0xfe, 0x5b, 0])))).toMatch(/UTF-16/)
})

test('a file without permission is one sentence', () => {
  const path = files.write('x')
  chmodSync(path, 0)
  chmodSync(dirname(path), 0o755)
  // root may read everything, so a root process tests as the user nobody.
  const script = `
    const { openFile } = await import(process.argv[1])
    if (process.getuid() === 0) process.setuid(65534)
    console.log(await openFile(process.argv[2]).then(() => 'opened', (error) => error.message))`
  const module = new URL('../../../src/sources/files/open-file.ts', import.meta.url).href
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, module, path], {
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe(`${path} cannot be read: give this user permission to read it.`)
})

test('a file is read from its start to its end', async () => {
  const content = 'é'.repeat(400_000)
  const { size, chunks } = await openFile(files.write(content))
  const read: Buffer[] = []
  for await (const chunk of chunks) read.push(chunk)
  expect(size).toBe(800_000)
  expect(Buffer.concat(read).toString()).toBe(content)
})
