import { call } from '../call.ts'
import { openingChange, openingRefusal, openingState } from './opening.ts'

export const getOpening = call('GET', '/opening', 'admin', {
  summary:
    'Whether families can book online, and the samples and unconfirmed facts that keep the site from opening',
  answers: { 200: openingState },
})

export const changeOpening = call('POST', '/opening', 'admin', {
  summary: 'Open online booking, now or on a day, or pause it',
  needsRecentLogin: true,
  body: openingChange,
  answers: { 200: openingState, 409: openingRefusal },
})

export const removeSamples = call('DELETE', '/opening/samples', 'admin', {
  summary: 'Remove the sample doctors, and stop offering the sample treatments',
  needsRecentLogin: true,
  answers: { 200: openingState },
})
