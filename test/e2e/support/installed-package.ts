import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../cli/support/run-pequod.ts'

const run = promisify(execFile)

/** The package as somebody else has it. */
export interface InstalledPackage {
  /** A folder with the package in its `node_modules`. */
  folder: string
  /** The program in `node_modules/.bin`. */
  program: string
  /** The paths that the tarball holds. */
  files: readonly string[]
}

/**
 * Packs the project in a copy of its own, as a release would, and installs the tarball in a folder: what it declares as
 * its dependencies is linked beside it, and nothing else can be found from there.
 * @param folder an empty one
 */
export async function installPackage(folder: string): Promise<InstalledPackage> {
  const { tarball, files } = await pack(join(folder, 'checkout'))
  const home = join(folder, 'home')
  const modules = join(home, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', modules])
  renameSync(join(modules, 'package'), join(modules, 'pequod'))
  for (const name of dependenciesOf(join(modules, 'pequod'))) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  const program = join(modules, '.bin', 'pequod')
  symlinkSync(join(modules, 'pequod', 'bin/pequod.js'), program)
  return { folder: home, program, files }
}

/** The build's files stay out of the checkout, where other builds may be running. */
async function pack(copy: string): Promise<{ tarball: string; files: readonly string[] }> {
  mkdirSync(copy)
  const left = new Set(['.git', 'node_modules', 'dist', 'bench', 'test'])
  for (const name of readdirSync(ROOT).filter((one) => !left.has(one)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`
  const options = { cwd: copy, env: { ...process.env, PATH: path }, maxBuffer: 1e8 }
  const { stdout } = await run('npm', ['pack', '--silent', '--json'], options).catch((failed) => {
    throw new Error(`npm pack failed: ${failed.stdout}${failed.stderr}`)
  })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  return {
    tarball: join(copy, packed.filename),
    files: packed.files.map((file: { path: string }) => file.path),
  }
}

function dependenciesOf(folder: string): string[] {
  return Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies)
}
