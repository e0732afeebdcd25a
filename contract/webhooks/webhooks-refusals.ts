import { type Refusals, refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as webhooks from './webhooks-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './webhooks-calls.ts'

const noEndpoint = {
  not_found: [404, 'There is no such webhook.'],
} as const satisfies Refusals

export const addEndpoint = refusing(webhooks.addEndpoint, {
  too_many: [422, 'You’ve reached the limit of webhooks.'],
})

export const changeEndpoint = refusing(webhooks.changeEndpoint, { ...noEndpoint, ...stale })
export const removeEndpoint = refusing(webhooks.removeEndpoint, noEndpoint)
export const rotateSecret = refusing(webhooks.rotateSecret, noEndpoint)
export const listDeliveries = refusing(webhooks.listDeliveries, noEndpoint)

export const replayDelivery = refusing(webhooks.replayDelivery, {
  ...noEndpoint,
  off: [422, 'Turn the webhook on first.'],
  running: [422, 'It is being sent right now.'],
})
