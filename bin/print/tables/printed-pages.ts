import { boardTable } from './board-table.ts'
import { configTable } from './config-table.ts'
import { contractTable } from './contract-table.ts'
import { errorTable } from './error-table.ts'
import { eventTable } from './event-table.ts'
import { exportTable } from './export-table.ts'
import { measureTable } from './measure-table.ts'
import { metricTable } from './metric-table.ts'
import {
  followLimitTable,
  MESSAGE_PICTURES,
  marketRuleTable,
  messageTexts,
  webhookBody,
} from './notification-tables.ts'
import { parameterTable } from './parameter-table.ts'
import { pathTable } from './path-table.ts'
import { replacePrintedBlock } from './printed-block.ts'
import { registeredRequest } from './registered-request.ts'
import { daysView, segmentColumnTable, segmentTable } from './segment-table.ts'

/** The blocks of pages that are printed from the code. */
const PAGES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/methodology.md': {
    metrics: metricTable,
    boards: boardTable,
    events: eventTable,
    contracts: contractTable,
  },
  'docs/operating.md': { environment: configTable, measures: measureTable },
  'docs/files.md': {
    segments: segmentTable,
    columns: segmentColumnTable,
    days: daysView,
    exports: exportTable,
  },
  'docs/notifications.md': {
    limits: followLimitTable,
    rules: marketRuleTable,
    webhook: webhookBody,
    messages: messageTexts,
  },
  'docs/api.md': {
    paths: pathTable,
    registered: registeredRequest,
    parameters: parameterTable,
    errors: errorTable,
  },
}

/** The files that hold printed blocks or are printed as a whole, by their path in the repository. */
export const PRINTED_PAGES: readonly string[] = [...Object.keys(PAGES), ...Object.keys(MESSAGE_PICTURES)]

/**
 * A page's text with its blocks as the code would print them now; any other page comes back as it is.
 * Throws a RangeError where a block's comments are missing.
 */
export function printPage(path: string, text: string): string {
  const picture = MESSAGE_PICTURES[path]
  if (picture !== undefined) return picture()
  return Object.entries(PAGES[path] ?? {}).reduce(
    (page, [name, table]) => replacePrintedBlock(page, name, table()),
    text,
  )
}
