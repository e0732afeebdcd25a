import { z } from 'zod'
import { feedFileParams } from '#contract/calendar-feeds/calendar-feeds.ts'
import * as calls from '#contract/calendar-feeds/calendar-feeds-calls.ts'
import { isUseDue, makeFeed, recordUse, revokeFeed } from '#domain/calendar-feeds/calendar-feeds.ts'
import { feedFile, readFeed } from '#domain/calendar-feeds/feed-file.ts'
import { hashOfToken } from '#domain/calendar-feeds/feed-token.ts'
import { findFeedByToken, listFeeds } from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { isFresh, tagOf } from '#server/http/entity-tag.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ERRORS, handle, type Routes } from '#server/http/route.ts'
import { forbidden } from '#server/plugins/authentication.ts'
import { toFeed } from '#server/views/calendar-feeds.ts'
import { toNamed } from '#server/views/with-id.ts'
import { recordAppointmentView } from '../record-view.ts'

const FILE = /^([\w-]{43})\.ics$/

/** The same for a token that never was, one that was revoked, and one whose maker left. */
const notFound = () => new HttpError(404, 'not_found', 'There is no such calendar.')

/** Calendar feeds: docs/requirements.md#calendar-feeds. */
export const calendarFeedRoutes: Routes = (app, services) => {
  const { db, env, clinic, clinicClock } = services
  const makerOf = (user: { uid: string; effectiveRole: string }) => ({
    uid: user.uid,
    isAdmin: user.effectiveRole === 'admin',
    now: clinicClock.now(),
  })

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
      case 'names_refused':
        throw forbidden('Only admins can make calendars with names.')
      case 'unknown_doctor':
        throw new HttpError(422, 'unknown_doctor', 'This doctor is no longer listed.')
      case 'too_many':
        throw new HttpError(
          422,
          'too_many',
          'You have the most feeds that you can have. Revoke one first.',
        )
      case 'made': {
        const url = `${env.siteUrl}/feeds/${made.token}.ics`
        return reply.code(201).send({ feed: toFeed(made.feed, maker.uid), url })
      }
    }
  })

  handle(app, calls.revokeFeed, async ({ user, params: { id } }) => {
    const outcome = await writeTransaction(db, (tx) => revokeFeed(tx, id, makerOf(user)))
    if (outcome === 'not_found') throw notFound()
    return { deletedCount: 1 }
  })

  app.get(
    '/feeds/:file',
    {
      preValidation: [app.limitTo({ name: 'feeds', perMinute: 60, per: 'address' })],
      schema: {
        summary: 'The calendar of a feed’s token (iCalendar)',
        params: feedFileParams,
        produces: ['text/calendar'],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const [, token] = FILE.exec(request.params.file) ?? []
      const feed = token && findFeedByToken(db, hashOfToken(token))
      if (!feed) throw notFound()
      const now = clinicClock.now()
      if (isUseDue(feed, now)) await writeTransaction(db, (tx) => recordUse(tx, feed, now))
      const { today } = clinicClock.moment()
      const rows = readFeed(db, feed, today)
      const viewer = { uid: feed.createdBy }
      if (feed.withNames) await recordAppointmentView(services, viewer, rows)
      const content = feedFile(rows, feed, {
        siteUrl: env.siteUrl,
        timeZone: env.clinic.timeZone,
        clinic: clinic.details(today),
      })
      const tag = tagOf(content)
      reply.header('etag', tag).header('cache-control', 'private, no-cache')
      if (isFresh(request, tag)) return reply.code(304).send('')
      return reply.type('text/calendar; charset=utf-8').send(content)
    },
  )
}
