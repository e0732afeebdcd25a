import type { Call } from '../call.ts'
import { deletion } from '../identity/users.ts'
import * as schemas from './webhooks.ts'

export const listEndpoints = {
  method: 'GET',
  path: '/webhook-endpoints',
  access: 'admin',
  summary: 'List the addresses of other systems that are notified of events',
  answers: { 200: schemas.endpointList },
} as const satisfies Call

export const addEndpoint = {
  method: 'POST',
  path: '/webhook-endpoints',
  access: 'admin',
  needsRecentLogin: true,
  summary: 'Add an address; the answer alone has its secret',
  body: schemas.newEndpoint,
  answers: { 201: schemas.endpointWithSecret },
} as const satisfies Call

export const changeEndpoint = {
  method: 'PUT',
  path: '/webhook-endpoints/:id',
  access: 'admin',
  needsRecentLogin: true,
  summary: 'Change an address and its events, or turn it on or off',
  params: schemas.endpointParams,
  body: schemas.endpointChange,
  answers: { 200: schemas.webhookEndpoint, 409: schemas.endpointConflict },
} as const satisfies Call

export const removeEndpoint = {
  method: 'DELETE',
  path: '/webhook-endpoints/:id',
  access: 'admin',
  summary: 'Remove an address with its deliveries',
  params: schemas.endpointParams,
  answers: { 200: deletion },
} as const satisfies Call

export const rotateSecret = {
  method: 'POST',
  path: '/webhook-endpoints/:id/secret',
  access: 'admin',
  needsRecentLogin: true,
  summary: 'Give an address a new secret; the old one signs for another day',
  params: schemas.endpointParams,
  answers: { 200: schemas.endpointWithSecret },
} as const satisfies Call

export const listDeliveries = {
  method: 'GET',
  path: '/webhook-endpoints/:id/deliveries',
  access: 'admin',
  summary: 'List the deliveries to an address, newest first',
  params: schemas.endpointParams,
  query: schemas.deliveriesQuery,
  answers: { 200: schemas.deliveryPage },
} as const satisfies Call

export const replayDelivery = {
  method: 'POST',
  path: '/webhook-endpoints/:id/deliveries/:event/replay',
  access: 'admin',
  summary: 'Send an event to an address again',
  limit: { name: 'webhook-replay', perMinute: 30, per: 'user' },
  params: schemas.deliveryParams,
  answers: { 200: schemas.webhookDelivery },
} as const satisfies Call
