const PREFIX = 'webhook.send@'

/** The name of the handler that delivers to all endpoints. */
export const WEBHOOK_HANDLER = 'webhook.send'

/** The handler of a delivery to an endpoint: 'webhook.send@ID'. */
export const webhookHandlerOf = (endpointId: string) => `${PREFIX}${endpointId}`

/** Splits the handler of a delivery into its name and, for webhooks, the endpoint. */
export function readHandler(handler: string): { name: string; target?: string } {
  if (!handler.startsWith(PREFIX)) return { name: handler }
  return { name: WEBHOOK_HANDLER, target: handler.slice(PREFIX.length) }
}
