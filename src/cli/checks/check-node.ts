import { type Check, fine, wrong } from './check.ts'

/** Whether this Node can run Pequod; `version` as in `process.versions.node`. */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const old = major < 22 || (major === 22 && minor < 18)
  if (!old) return fine('Node', version)
  return wrong('Node', version, 'Install Node 22.18 or newer, or run through npm, which brings its own.')
}
