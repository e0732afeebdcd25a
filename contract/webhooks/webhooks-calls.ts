import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import * as schemas from './webhooks.ts'

export const listEndpoints = call('GET', '/webhook-endpoints', 'admin', {
  summary: 'List the webhook endpoints',
  answers: { 200: schemas.endpointList },
})

export const addEndpoint = call('POST', '/webhook-endpoints', 'admin', {
  needsRecentLogin: true,
  summary: 'Add a webhook endpoint; only this answer has its secret',
  body: schemas.newEndpoint,
  answers: { 201: schemas.endpointWithSecret },
})

export const changeEndpoint = call('PUT', '/webhook-endpoints/:id', 'admin', {
  needsRecentLogin: true,
  summary: 'Change a webhook endpoint and its events, or turn it on or off',
  params: schemas.endpointParams,
  body: schemas.endpointChange,
  answers: { 200: schemas.webhookEndpoint, 409: schemas.endpointConflict },
})

export const removeEndpoint = call('DELETE', '/webhook-endpoints/:id', 'admin', {
  summary: 'Remove a webhook endpoint with its deliveries',
  params: schemas.endpointParams,
  answers: { 200: deletion },
})

export const rotateSecret = call('POST', '/webhook-endpoints/:id/secret', 'admin', {
  needsRecentLogin: true,
  summary: 'Give a webhook endpoint a new secret; the old one signs for another day',
  params: schemas.endpointParams,
  answers: { 200: schemas.endpointWithSecret },
})

export const listDeliveries = call('GET', '/webhook-endpoints/:id/deliveries', 'admin', {
  summary: 'List the deliveries to a webhook endpoint, newest first',
  params: schemas.endpointParams,
  query: schemas.deliveriesQuery,
  answers: { 200: schemas.deliveryPage },
})

export const replayDelivery = call(
  'POST',
  '/webhook-endpoints/:id/deliveries/:event/replay',
  'admin',
  {
    summary: 'Send an event to a webhook endpoint again',
    limit: { name: 'webhook-replay', perMinute: 30, per: 'user' },
    params: schemas.deliveryParams,
    answers: { 200: schemas.webhookDelivery },
  },
)
