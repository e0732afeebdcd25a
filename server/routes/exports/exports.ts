import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { newExport } from '#contract/exports/exports.ts'
import { filesOf } from '#domain/exports/export-files.ts'
import { writeExport } from '#domain/exports/write-export.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { answerOf, ERRORS, NEEDS_SESSION, type Routes } from '#server/http/route.ts'

/** All records as files: docs/requirements.md#moving-out. */
export const exportRoutes: Routes = (app, services) => {
  const { db, wakeRelay } = services

  app.post(
    '/exports',
    {
      preValidation: [
        app.requireAdmin,
        app.requireRecentLogin,
        app.limitTo({ name: 'exports', perMinute: 5, per: 'user' }),
      ],
      schema: {
        operationId: 'exportRecords',
        tags: ['exports'],
        summary: 'Download families, appointments and receipts as a ZIP archive of CSV files',
        security: NEEDS_SESSION,
        body: newExport,
        produces: ['application/zip'],
        response: { 200: answerOf('A ZIP archive', 'application/zip'), ...ERRORS },
      },
    },
    async ({ user, body: { reason, ...chosen } }, reply) => {
      const { actor, now, moment } = changeBy(services, user)
      const data = { reason, ...chosen }
      await writeTransaction(db, (tx) =>
        appendEvent(tx, { kind: 'data.exported', actor, subject: 'clinic', data }, now),
      )
      wakeRelay()
      reply.header('content-disposition', `attachment; filename="records-${moment.today}.zip"`)
      return sendArchive(reply, writeExport(db, filesOf(chosen), now))
    },
  )
}

const sendArchive = (reply: FastifyReply, archive: Readable) =>
  reply.type('application/zip').send(archive)
