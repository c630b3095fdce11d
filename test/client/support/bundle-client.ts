import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ENTRY = fileURLToPath(new URL('../../../src/client/entry.ts', import.meta.url))

export interface Bundle {
  code: string
  /** Modules that the program still imports. */
  imports: readonly string[]
}

/**
 * Bundles the used exports of `pequod/client` for browsers, without unused code.
 * @param names the used exports
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
