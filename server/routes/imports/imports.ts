import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  IMPORT_FIELD,
  IMPORT_LIMIT_BYTES,
  importParams,
  importState,
  newImport,
} from '#contract/imports/imports.ts'
import * as calls from '#contract/imports/imports-refusals.ts'
import { FileRefused } from '#domain/imports/file/read-file.ts'
import {
  changeMapping,
  findShown,
  startCheck,
  startRun,
  startUndo,
} from '#domain/imports/imports.ts'
import { readImport } from '#domain/imports/read-import.ts'
import { makeRefusedCsv } from '#domain/imports/refused-csv.ts'
import { storeFile } from '#domain/imports/store-file.ts'
import { listRows } from '#drizzle/queries/imports/import-rows.ts'
import { listImports } from '#drizzle/queries/imports/imports.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { createEventStreams } from '#server/http/event-streams.ts'
import { HttpError } from '#server/http/http-error.ts'
import { refusalOf, refuse } from '#server/http/refuse.ts'
import { answerOf, ERRORS, handle, NEEDS_SESSION } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { onlyAdmins, sessionEnded } from '#server/plugins/authentication.ts'
import { uploads } from '#server/plugins/uploads.ts'
import { toImport, toListedImport } from '#server/views/imports.ts'

/** How many imports the list has. */
const MOST_LISTED = 50

/** How many refused rows are read at once. */
const ROWS_AT_ONCE = 500

/** How often the progress of a step is checked for open pages, in milliseconds. */
const LOOK_EVERY_MS = 500

const MOST_STREAMS_OF_USER = 10

/** Files of the previous system: docs/requirements.md#moving-in. */
export const importRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, images, clinicClock, wakeRelay } = services

  await app.register(uploads, {
    upload: {
      field: IMPORT_FIELD,
      limitBytes: IMPORT_LIMIT_BYTES,
      missing: 'File is required',
      refusalOf: (problem) => refusalOf(calls.uploadImport, problem),
    },
  })

  /** 404 for uploads that have not finished. */
  function find(id: string) {
    const row = findShown(db, id)
    if (!row) throw refuse(calls.importFile, 'not_found')
    return row
  }

  const show = (id: string) => toImport(readImport(db, find(id)))

  app.post(
    '/imports',
    {
      config: calls.uploadImport,
      preValidation: [
        app.requireAdmin,
        app.requireRecentLogin,
        app.limitTo({ name: 'import-upload', perMinute: 10, per: 'user' }),
      ],
      schema: {
        operationId: 'uploadImport',
        tags: ['imports'],
        summary: 'Upload a CSV file of the previous system (one file, in the field file)',
        security: NEEDS_SESSION,
        consumes: ['multipart/form-data'],
        querystring: newImport,
        response: { 201: importState, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { kind, name: fileName } = request.query
      const staging = await images.folder.openStaging()
      try {
        const path = join(staging, 'file.csv')
        await app.receiveFile(request, reply, path)
        // An upload may take minutes, so the rights are checked again.
        const user = app.findCaller(request)
        if (!user) throw sessionEnded()
        if (user.effectiveRole !== 'admin') throw onlyAdmins()
        const by = { actor: user.uid, now: clinicClock.now() }
        const id = await storeFile(db, { path, kind, fileName }, by)
        return reply.code(201).send(show(id))
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error
        throw new HttpError(refusalOf(calls.uploadImport, error.problem), { cause: error })
      } finally {
        await images.folder.discard(staging)
      }
    },
  )

  handle(app, calls.listImports, async () => listImports(db, MOST_LISTED).map(toListedImport))

  handle(app, calls.getImport, async ({ params: { id } }) => show(id))

  handle(app, calls.changeMapping, async ({ params: { id }, body }) => {
    const { outcome } = await writeTransaction(db, (tx) => changeMapping(tx, { id, ...body }))
    if (outcome !== 'done') throw refuse(calls.changeMapping, outcome)
    return show(id)
  })

  handle(app, calls.checkImport, async ({ user, params: { id }, body: { version } }, reply) => {
    const by = changeBy(services, user)
    const { outcome } = await writeTransaction(db, (tx) => startCheck(tx, { id, version }, by))
    if (outcome !== 'done') throw refuse(calls.checkImport, outcome)
    wakeRelay()
    return reply.code(202).send(show(id))
  })

  handle(app, calls.runImport, async ({ user, params: { id }, body }, reply) => {
    const by = changeBy(services, user)
    const { outcome } = await writeTransaction(db, (tx) => startRun(tx, { id, ...body }, by))
    if (outcome !== 'done') throw refuse(calls.runImport, outcome)
    wakeRelay()
    return reply.code(202).send(show(id))
  })

  handle(app, calls.undoImport, async ({ user, params: { id }, body: { version } }, reply) => {
    const by = changeBy(services, user)
    const { outcome } = await writeTransaction(db, (tx) => startUndo(tx, { id, version }, by))
    if (outcome !== 'done') throw refuse(calls.undoImport, outcome)
    wakeRelay()
    return reply.code(202).send(show(id))
  })

  app.get(
    '/imports/:id/refused',
    {
      config: calls.importFile,
      preValidation: app.requireAdmin,
      schema: {
        operationId: 'getRefusedRows',
        tags: ['imports'],
        summary: 'Download the refused rows of a file as CSV, each with the reason',
        security: NEEDS_SESSION,
        params: importParams,
        produces: ['text/csv'],
        response: { 200: answerOf('A CSV file', 'text/csv'), ...ERRORS },
      },
    },
    async ({ params: { id } }, reply) => {
      const { headers } = find(id)
      let csv = makeRefusedCsv(headers, [])
      for (let after = 0; ; ) {
        const rows = listRows(db, id, 'unfinished', { after, limit: ROWS_AT_ONCE })
        csv += makeRefusedCsv(headers, rows, { isContinued: true })
        const last = rows.at(-1)
        if (!last) break
        after = last.number
        await nextTurn()
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="refused-rows.csv"')
        .send(csv)
    },
  )

  const stream = createEventStreams(app, {
    mostOfReader: MOST_STREAMS_OF_USER,
    tooMany: refusalOf(calls.importStream, 'too_many_requests'),
  })

  app.get(
    '/imports/:id/changes',
    {
      config: calls.importStream,
      preValidation: app.requireAdmin,
      schema: {
        operationId: 'streamImport',
        tags: ['imports'],
        summary: 'How far a step of an import is (server-sent events)',
        security: NEEDS_SESSION,
        params: importParams,
        response: { 200: answerOf('A stream', 'text/event-stream'), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { id } = find(request.params.id)
      return stream(request, reply, {
        listen(send) {
          let sent = ''
          const look = () => {
            const row = findShown(db, id)
            const data = row ? `${row.version} ${row.position}` : 'gone'
            if (data !== sent) send(`data: ${data}\n\n`)
            sent = data
          }
          const timer = setInterval(look, LOOK_EVERY_MS)
          look()
          return () => clearInterval(timer)
        },
        async mayRead() {
          const user = app.findCaller(request)
          if (!user) throw sessionEnded()
          if (user.effectiveRole !== 'admin') throw onlyAdmins()
        },
      })
    },
  )
}
