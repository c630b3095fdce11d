import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ENTRY = fileURLToPath(new URL('../../../src/client/entry.ts', import.meta.url))

/** What a bundler makes of a program that uses the client. */
export interface Bundle {
  code: string
  /** What the program still needs from elsewhere. */
  imports: readonly string[]
}

/**
 * Bundles what a program takes from `pequod/client`, for browsers, with nothing left in that it does not take.
 * @param names what it takes
 * @param format `iife` puts them on a global `pequod`
 */
export async function bundleClient(names: readonly string[], format: 'esm' | 'iife'): Promise<Bundle> {
  const program = 'virtual:program'
  const bundle = await rolldown({
    input: program,
    platform: 'browser',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === program ? id : undefined),
        load: (id) =>
          id === program ? `export { ${names.join(', ')} } from ${JSON.stringify(ENTRY)}` : undefined,
      },
    ],
  })
  const { output } = await bundle.generate({ format, name: 'pequod' })
  await bundle.close()
  const [{ code, imports, dynamicImports }] = output
  return { code, imports: [...imports, ...dynamicImports] }
}
