import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import { createdFeed, feedList, feedParams, newFeed } from './calendar-feeds.ts'

export const listFeeds = call('GET', '/calendar-feeds', 'staff', {
  summary: 'Calendar feeds: one’s own, for admins all of them',
  answers: { 200: feedList },
})

export const createFeed = call('POST', '/calendar-feeds', 'staff', {
  needsRecentLogin: true,
  summary: 'Make a calendar feed; the answer alone has its address',
  limit: { name: 'calendar-feeds', perMinute: 10, per: 'user' },
  body: newFeed,
  answers: { 201: createdFeed },
})

export const revokeFeed = call('DELETE', '/calendar-feeds/:id', 'staff', {
  summary: 'Revoke a calendar feed of one’s own, for admins any',
  params: feedParams,
  answers: { 200: deletion },
})
