import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoreAddress } from '../../../../src/store/engine/database.ts'
import type { Chapter } from './chapter.ts'

const CHAPTERS: Record<string, () => Promise<Chapter>> = {
  ledger: async () => (await import('./ledger-chapter.ts')).ledgerChapter,
  sources: async () => (await import('./sources-chapter.ts')).sourcesChapter,
  chain: async () => (await import('./chain-chapter.ts')).chainChapter,
  follows: async () => (await import('./follows-chapter.ts')).followsChapter,
  service: async () => (await import('./service-chapter.ts')).serviceChapter,
}

// The addresses of empty stores by chapter, and a folder.
const [addresses = '{}', folder = ''] = process.argv.slice(2)
for (const [name, address] of Object.entries<StoreAddress>(JSON.parse(addresses))) {
  const own = join(folder, name)
  await mkdir(own, { recursive: true })
  const step = async <T>(title: string, work: () => Promise<T> | T): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      throw new Error(`${name}: ${title}`, { cause })
    }
  }
  const chapter = await CHAPTERS[name]?.()
  await chapter?.({ address, folder: own, step })
}
