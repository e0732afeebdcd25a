import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import { createdFeed, feedList, feedParams, newFeed } from './calendar-feeds.ts'

export const listFeeds = call('GET', '/calendar-feeds', 'staff', {
  summary: 'Your calendar feeds; for admins, all of them',
  answers: { 200: feedList },
})

export const createFeed = call('POST', '/calendar-feeds', 'staff', {
  needsRecentLogin: true,
  summary: 'Create a calendar feed; only this answer has its address',
  limit: { name: 'calendar-feeds', perMinute: 10, per: 'user' },
  body: newFeed,
  answers: { 201: createdFeed },
})

export const revokeFeed = call('DELETE', '/calendar-feeds/:id', 'staff', {
  summary: 'Revoke one of your calendar feeds; for admins, any',
  params: feedParams,
  answers: { 200: deletion },
})
