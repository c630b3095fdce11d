import { serveThread } from '../thread.ts'
import { reconcile } from './reconcile.ts'
import type { ReconcileWorks } from './reconcile-in-thread.ts'

await serveThread<ReconcileWorks, null>(() => ({
  works: { reconcile: async ({ view, own }) => reconcile(view, own) },
}))
