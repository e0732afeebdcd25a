import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { feedFileParams } from '#contract/calendar-feeds/calendar-feeds.ts'
import * as calls from '#contract/calendar-feeds/calendar-feeds-refusals.ts'
import { isUseDue, makeFeed, recordUse, revokeFeed } from '#domain/calendar-feeds/calendar-feeds.ts'
import { hashOfToken } from '#domain/calendar-feeds/feed-token.ts'
import { feedVersion, writeFeed } from '#domain/calendar-feeds/write-feed.ts'
import { findFeedByToken, listFeeds } from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { isFresh, tagOf } from '#server/http/entity-tag.ts'
import { refuse } from '#server/http/refuse.ts'
import { ERRORS, handle, type Routes } from '#server/http/route.ts'
import { toFeed } from '#server/views/other-systems.ts'
import { toNamed } from '#server/views/with-id.ts'
import { recordView } from '../record-view.ts'

/** How many views one transaction records. */
const MOST_VIEWS = 250

const FILE = /^([\w-]{43})\.ics$/

/** Calendar feeds: docs/requirements.md#calendar-feeds. */
export const calendarFeedRoutes: Routes = (app, services) => {
  const { db, env, clinic, clinicClock } = services
  const makerOf = (user: { uid: string; effectiveRole: string }) => ({
    uid: user.uid,
    isAdmin: user.effectiveRole === 'admin',
    now: clinicClock.now(),
  })

  /** The tag of each feed's last written file. */
  const lastWritten = new Map<string, { version: string; tag: string }>()

  /** Records the views of a feed in several transactions, because a feed has thousands of families. */
  async function recordViews(uid: string, families: readonly string[]) {
    for (let from = 0; from < families.length; from += MOST_VIEWS) {
      await recordView(services, { uid }, families.slice(from, from + MOST_VIEWS), 'agenda')
    }
  }

  handle(app, calls.listFeeds, async ({ user }) => {
    const { uid, isAdmin } = makerOf(user)
    return {
      feeds: listFeeds(db, isAdmin ? undefined : uid).map((feed) => toFeed(feed, uid)),
      doctors: listDoctors(db).map(({ doctor }) => toNamed(doctor)),
      mayShowNames: isAdmin,
    }
  })

  handle(app, calls.createFeed, async ({ user, body }, reply) => {
    const maker = makerOf(user)
    const made = await writeTransaction(db, (tx) => makeFeed(tx, body, maker))
    switch (made.outcome) {
      case 'made': {
        const url = `${env.siteUrl}/feeds/${made.token}.ics`
        return reply.code(201).send({ feed: toFeed(made.feed, maker.uid), url })
      }
      default:
        throw refuse(calls.createFeed, made.outcome)
    }
  })

  handle(app, calls.revokeFeed, async ({ user, params: { id } }) => {
    const outcome = await writeTransaction(db, (tx) => revokeFeed(tx, id, makerOf(user)))
    if (outcome === 'not_found') throw refuse(calls.revokeFeed, outcome)
    lastWritten.delete(id)
    return { deletedCount: 1 }
  })

  app.get(
    '/feeds/:file',
    {
      config: calls.noFeed,
      preValidation: [app.limitTo({ name: 'feeds', perMinute: 60, per: 'address' })],
      schema: {
        operationId: 'getCalendarFeedFile',
        tags: ['calendar-feeds'],
        summary: 'The calendar of a feed’s token (iCalendar)',
        params: feedFileParams,
        produces: ['text/calendar'],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const [, token] = FILE.exec(request.params.file) ?? []
      const feed = token && findFeedByToken(db, hashOfToken(token))
      if (!feed) throw refuse(calls.noFeed, 'not_found')
      const now = clinicClock.now()
      if (isUseDue(feed, now)) await writeTransaction(db, (tx) => recordUse(tx, feed, now))
      const { today } = clinicClock.moment()
      const context = {
        siteUrl: env.siteUrl,
        timeZone: env.clinic.timeZone,
        clinic: clinic.details(today),
      }
      reply.header('cache-control', 'private, no-cache')
      const version = feedVersion(db, today, context)
      const known = lastWritten.get(feed.id)
      if (known?.version === version && isFresh(request, known.tag)) {
        return reply.header('etag', known.tag).code(304).send('')
      }
      const { content, families } = await writeFeed(db, feed, today, context)
      const tag = tagOf(content)
      // A feed of all doctors has megabytes, and encoding them comes next.
      await nextTurn()
      lastWritten.set(feed.id, { version, tag })
      reply.header('etag', tag)
      if (isFresh(request, tag)) return reply.code(304).send('')
      if (feed.withNames) await recordViews(feed.createdBy, families)
      return reply.type('text/calendar; charset=utf-8').send(content)
    },
  )
}
