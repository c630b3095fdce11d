import type { DocumentNode } from 'graphql'
import {
  CancelBacktestDocument,
  CancelExportDocument,
  DeleteScreenDocument,
  EndRuleDocument,
  FollowDocument,
  ForgetVisitsDocument,
  PaceChannelDocument,
  RegisterRuleDocument,
  RenameScreenDocument,
  SaveScreenDocument,
  StartExportDocument,
  UnfollowDocument,
  WatchedTopicDocument,
} from '../rest/operations/operations.generated.ts'
import { browserOperation } from './kit/operation-form.ts'
import {
  ConfirmChannelDocument,
  CreateKeyDocument,
  CreateLinkDocument,
  FreshAlertsDocument,
  PauseFollowsDocument,
  PushChannelsDocument,
  ResumeChannelDocument,
  RevokeKeyDocument,
  RevokeLinkDocument,
  RotateChannelSecretDocument,
  RotateKeyDocument,
  SpentBudgetDocument,
  TestChannelDocument,
  UpdateChannelsDocument,
  WriteAlertConfigDocument,
} from './operations.generated.ts'

const DOCUMENTS: readonly DocumentNode[] = [
  SpentBudgetDocument,
  FreshAlertsDocument,
  CreateKeyDocument,
  FollowDocument,
  ForgetVisitsDocument,
  UnfollowDocument,
  PauseFollowsDocument,
  SaveScreenDocument,
  StartExportDocument,
  DeleteScreenDocument,
  CancelBacktestDocument,
  CancelExportDocument,
  EndRuleDocument,
  RegisterRuleDocument,
  RenameScreenDocument,
  WatchedTopicDocument,
  PushChannelsDocument,
  UpdateChannelsDocument,
  RotateKeyDocument,
  RevokeKeyDocument,
  CreateLinkDocument,
  RevokeLinkDocument,
  WriteAlertConfigDocument,
  ConfirmChannelDocument,
  ResumeChannelDocument,
  TestChannelDocument,
  PaceChannelDocument,
  RotateChannelSecretDocument,
]

/**
 * The operations of the pages' scripts, texts by id. They are registered, so that they run on a service that
 * allows no others.
 */
export const BROWSER_OPERATIONS: ReadonlyMap<string, string> = new Map(
  DOCUMENTS.map(browserOperation).map(({ id, text }) => [id, text]),
)
