import type { DocumentNode } from 'graphql'
import * as rest from '../rest/operations/operations.generated.ts'
import { browserOperation } from './kit/operation-form.ts'
import * as own from './operations.generated.ts'

const DOCUMENTS: readonly DocumentNode[] = [
  own.SpentBudgetDocument,
  own.FreshAlertsDocument,
  own.CreateKeyDocument,
  rest.FollowDocument,
  rest.ForgetVisitsDocument,
  rest.UnfollowDocument,
  own.PauseFollowsDocument,
  rest.SaveScreenDocument,
  rest.StartExportDocument,
  rest.DeleteScreenDocument,
  rest.CancelBacktestDocument,
  rest.CancelExportDocument,
  rest.EndRuleDocument,
  rest.RegisterRuleDocument,
  rest.RenameScreenDocument,
  rest.WatchedTopicDocument,
  own.PushChannelsDocument,
  own.UpdateChannelsDocument,
  own.RotateKeyDocument,
  own.RevokeKeyDocument,
  own.CreateLinkDocument,
  own.RevokeLinkDocument,
  own.WriteAlertConfigDocument,
  own.ConfirmChannelDocument,
  own.ResumeChannelDocument,
  own.TestChannelDocument,
  rest.PaceChannelDocument,
  own.RotateChannelSecretDocument,
]

/**
 * The operations of the pages' scripts, texts by id. They are registered, so that they run on a service that
 * allows no others.
 */
export const BROWSER_OPERATIONS: ReadonlyMap<string, string> = new Map(
  DOCUMENTS.map(browserOperation).map(({ id, text }) => [id, text]),
)
