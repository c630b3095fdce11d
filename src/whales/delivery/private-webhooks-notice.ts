/** The line that a start prints when webhooks may reach private addresses; null when they may not. */
export function privateWebhooksNotice({
  webhookAllowPrivate,
}: {
  webhookAllowPrivate: boolean
}): string | null {
  return webhookAllowPrivate
    ? 'WEBHOOK_ALLOW_PRIVATE=yes: webhooks may use plain http and private addresses. Do not use this where strangers have accounts.'
    : null
}
