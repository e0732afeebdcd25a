import * as calls from '#contract/webhooks/webhooks-refusals.ts'
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  replayWebhook,
  rotateWebhookSecret,
} from '#domain/webhooks/webhooks.ts'
import {
  type EndpointRow,
  findEndpoint,
  listDeliveries,
  listEndpoints,
} from '#drizzle/queries/webhooks/webhooks.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { readPage } from '#server/http/read-page.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import { toDelivery, toEndpoint } from '#server/views/other-systems.ts'

const PAGE_SIZE = 25

/** Outgoing webhooks, for admins: docs/requirements.md#webhooks. */
export const webhookRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const show = (row: EndpointRow) => toEndpoint(row, clinicClock.now())

  handle(app, calls.listEndpoints, async () => listEndpoints(db).map(show))

  handle(app, calls.addEndpoint, async ({ user, body }, reply) => {
    const added = await writeTransaction(db, (tx) => addWebhook(tx, body, changeBy(services, user)))
    if (added.outcome === 'too_many') throw refuse(calls.addEndpoint, added.outcome)
    const { endpoint } = added
    return reply.code(201).send({ endpoint: show(endpoint), secret: endpoint.secret })
  })

  handle(app, calls.changeEndpoint, async ({ user, params: { id }, body }, reply) => {
    const result = await writeTransaction(db, (tx) =>
      changeWebhook(tx, id, body, changeBy(services, user)),
    )
    if (result.outcome === 'not_found') throw refuse(calls.changeEndpoint, result.outcome)
    const endpoint = show(result.endpoint)
    return result.outcome === 'stale'
      ? reply.code(409).send(stale(calls.changeEndpoint, endpoint))
      : endpoint
  })

  handle(app, calls.removeEndpoint, async ({ user, params: { id } }) => {
    const isRemoved = await writeTransaction(db, (tx) =>
      removeWebhook(tx, id, changeBy(services, user)),
    )
    if (!isRemoved) throw refuse(calls.removeEndpoint, 'not_found')
    return { deletedCount: 1 }
  })

  handle(app, calls.rotateSecret, async ({ user, params: { id } }) => {
    const rotated = await writeTransaction(db, (tx) =>
      rotateWebhookSecret(tx, id, changeBy(services, user)),
    )
    if (!rotated) throw refuse(calls.rotateSecret, 'not_found')
    return { endpoint: show(rotated), secret: rotated.secret }
  })

  handle(app, calls.listDeliveries, async ({ params: { id }, query: { before } }) => {
    if (!findEndpoint(db, id)) throw refuse(calls.listDeliveries, 'not_found')
    const { page, last } = readPage(PAGE_SIZE, (limit) =>
      listDeliveries(db, { endpointId: id, before, limit }),
    )
    return { deliveries: page.map(toDelivery), next: last?.eventId ?? null }
  })

  handle(
    app,
    calls.replayDelivery,
    async ({ user, params: { id: endpointId, event: eventId } }) => {
      const result = await writeTransaction(db, (tx) =>
        replayWebhook(tx, { endpointId, eventId }, changeBy(services, user)),
      )
      switch (result.outcome) {
        case 'replayed':
          wakeRelay()
          return toDelivery(result.delivery)
        default:
          throw refuse(calls.replayDelivery, result.outcome)
      }
    },
  )
}
