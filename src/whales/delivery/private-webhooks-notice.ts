/** The line that a start prints when webhooks may reach private addresses; null when they may not. */
export function privateWebhooksNotice({
  webhookAllowPrivate,
}: {
  webhookAllowPrivate: boolean
}): string | null {
  return webhookAllowPrivate
    ? 'WEBHOOK_ALLOW_PRIVATE=yes: webhooks may be plain http and reach private addresses. Not where strangers have accounts.'
    : null
}
