import type { Call } from '../call.ts'
import { createdFeed, feedList, feedParams, feedRevocation, newFeed } from './calendar-feeds.ts'

export const listFeeds = {
  method: 'GET',
  path: '/calendar-feeds',
  access: 'staff',
  summary: 'Calendar feeds: one’s own, for admins all of them',
  answers: { 200: feedList },
} as const satisfies Call

export const createFeed = {
  method: 'POST',
  path: '/calendar-feeds',
  access: 'staff',
  needsRecentLogin: true,
  summary: 'Make a calendar feed; the answer alone has its address',
  limit: { name: 'calendar-feeds', perMinute: 10, per: 'user' },
  body: newFeed,
  answers: { 201: createdFeed },
} as const satisfies Call

export const revokeFeed = {
  method: 'DELETE',
  path: '/calendar-feeds/:id',
  access: 'staff',
  summary: 'Revoke a calendar feed of one’s own, for admins any',
  params: feedParams,
  answers: { 200: feedRevocation },
} as const satisfies Call
