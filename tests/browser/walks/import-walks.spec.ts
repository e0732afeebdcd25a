import type { Page } from '@playwright/test'
import type { ImportView } from '#contract/imports/imports.ts'
import type { LoadedImport } from '#machines/import/import-machine.ts'
import { importDriver } from '#machines/testing/import/import-driver.ts'
import { importWalks } from '#machines/testing/import/import-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import type { Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { register, sessionOf } from '../member.ts'
import { makeAdmin } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'

const PAGE = '/dashboard/import'

/** Answers instead of the server: one import at a time, and other tests of this run may have theirs. */
async function answeringServer(page: Page, id: string | undefined): Promise<Server> {
  const stop = await openNetwork(page)
  const one = stop('GET', (path) => /^\/imports\/[^/]+$/.test(path))
  const calls = {
    loadImport: id === undefined ? stop('GET', '/imports') : one,
    uploadImport: stop('POST', '/imports'),
    saveMapping: stop('PUT', (path) => /^\/imports\/[^/]+\/mapping$/.test(path)),
    checkImport: stop('POST', (path) => /^\/imports\/[^/]+\/check$/.test(path)),
    followImport: one,
    runImport: stop('POST', (path) => /^\/imports\/[^/]+\/run$/.test(path)),
    undoImport: stop('POST', (path) => /^\/imports\/[^/]+\/undo$/.test(path)),
  }
  /** The page of an uploaded import reads it. */
  let isAtImport = id !== undefined
  const callOf = (call: string) =>
    (call === 'loadImport' && isAtImport ? one : calls[call as keyof typeof calls]).take()
  return {
    async succeed(call, output) {
      const request = await callOf(call)
      if (call === 'loadImport') {
        const { shown, earlier } = output as LoadedImport
        return request.answer(200, shown ?? earlier)
      }
      const answer = output as ImportView
      await request.answer(call === 'uploadImport' ? 201 : 200, answer)
      if (call !== 'uploadImport') return
      isAtImport = true
      await (await one.take()).answer(200, answer)
    },
    fail: async (call) => (await callOf(call)).answer(403, OFFLINE),
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the import machine', () => {
  for (const walk of importWalks({ each: 'state' })) {
    test(walk.name, async ({ page }) => {
      const admin = await register('Adele Admin')
      makeAdmin(admin.uid)
      // An address with an import, where the walk begins with one.
      const [loaded] = walk.steps.flatMap(({ event }) =>
        event.type === 'xstate.done.actor.loadImport' ? [event.output as LoadedImport] : [],
      )
      const id = loaded?.shown?._id
      const server = await answeringServer(page, id)
      await openWith(page, sessionOf(admin), id === undefined ? PAGE : `${PAGE}/${id}`)
      const chooseFile = async (label: string, file: File) =>
        page.getByLabel(label, { exact: true }).setInputFiles({
          name: file.name,
          mimeType: file.type,
          buffer: Buffer.from(await file.arrayBuffer()),
        })
      await takeInBrowser(walk, importDriver({ screen: pageScreen(page), server, chooseFile }))
    })
  }
})
