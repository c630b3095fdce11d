import type { DocumentNode } from 'graphql'
import { browserOperation } from './kit/operation-form.ts'
import {
  ConfirmChannelDocument,
  CreateKeyDocument,
  CreateLinkDocument,
  FollowABoardDocument,
  FollowAMarketDocument,
  FollowAWalletDocument,
  FollowedDocument,
  FollowedMarketsDocument,
  FreshAlertsDocument,
  ResumeChannelDocument,
  RevokeKeyDocument,
  RevokeLinkDocument,
  RotateChannelSecretDocument,
  RotateKeyDocument,
  SpentBudgetDocument,
  TestChannelDocument,
  UnfollowABoardDocument,
  UnfollowAMarketDocument,
  UnfollowAWalletDocument,
  UpdateChannelsDocument,
  WriteAlertConfigDocument,
} from './operations.generated.ts'

const DOCUMENTS: readonly DocumentNode[] = [
  SpentBudgetDocument,
  FreshAlertsDocument,
  CreateKeyDocument,
  FollowABoardDocument,
  FollowAMarketDocument,
  FollowAWalletDocument,
  FollowedDocument,
  FollowedMarketsDocument,
  UnfollowABoardDocument,
  UnfollowAMarketDocument,
  UnfollowAWalletDocument,
  UpdateChannelsDocument,
  RotateKeyDocument,
  RevokeKeyDocument,
  CreateLinkDocument,
  RevokeLinkDocument,
  WriteAlertConfigDocument,
  ConfirmChannelDocument,
  ResumeChannelDocument,
  TestChannelDocument,
  RotateChannelSecretDocument,
]

/** What the pages' scripts ask GraphQL for, texts by id: registered, so that it runs where nothing else may. */
export const BROWSER_OPERATIONS: ReadonlyMap<string, string> = new Map(
  DOCUMENTS.map(browserOperation).map(({ id, text }) => [id, text]),
)
