import { call } from '../call.ts'
import { availabilityQuery, availableQuery, treatmentList } from './treatments.ts'

export const listServices = call('GET', '/services', 'everyone', {
  summary: 'List treatments with all slots of a working day',
  answers: { 200: treatmentList },
})

export const listAvailable = call('GET', '/available', 'everyone', {
  summary: 'List treatments with the free slots of a date',
  query: availableQuery,
  answers: { 200: treatmentList },
})

export const listTimesToMove = call('GET', '/available/to-move', 'user', {
  summary:
    'List treatments with the free slots of a date for moves, also while families cannot book online',
  query: availabilityQuery,
  answers: { 200: treatmentList },
})
