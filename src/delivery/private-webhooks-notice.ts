/** The startup warning when webhooks may reach private addresses, else null. */
export function privateWebhooksNotice({
  webhookAllowPrivate,
}: {
  webhookAllowPrivate: boolean
}): string | null {
  return webhookAllowPrivate
    ? 'WEBHOOK_ALLOW_PRIVATE=yes: webhooks may use plain http and private addresses. Do not use this where strangers have accounts.'
    : null
}
