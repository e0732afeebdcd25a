import type { ImportContext, importMachine } from '#machines/import/import-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

const UPLOAD = 'Upload'
const CHECK = 'Check the file'
const CHECK_ANSWERS = 'Check with these answers'
const RUN = 'Import these rows'
const UNDO = 'Undo this import'
const DELETE = 'Delete what it added'
const LOAD_AGAIN = 'Load again'

interface Browser {
  screen: Screen
  server: Server
  /** Chooses a file in the field with that label. */
  chooseFile: (label: string, file: File) => Promise<void>
}

/** Drives the page Import, and compares it with what the machine knows. */
export function importDriver({
  screen,
  server,
  chooseFile,
}: Browser): Driver<typeof importMachine> {
  const seeMessageOf = seeMessage(screen, LOAD_AGAIN)
  const isOfReport = ({ shown }: ImportContext) => shown?.state === 'checked'
  const seeTitle = (start: string) => (context: ImportContext) =>
    screen.see('heading', `${start} ${context.shown?.fileName}`)
  const seeSaving = (context: ImportContext) =>
    screen.see('button', isOfReport(context) ? CHECK_ANSWERS : CHECK, { busy: true })

  return {
    server,
    do: {
      'import.reload': (_, { context }) =>
        screen.click('button', context.message === null ? 'Try again' : /^(?:Try|Load) again$/),
      'import.upload': async ({ file }) => {
        await chooseFile('File', file)
        await screen.click('button', UPLOAD)
      },
      'import.map': () => screen.click('field', 'Day, month, year'),
      'import.decide': () => screen.click('field', 'Different family'),
      'import.check': (_, { context }) =>
        screen.click('button', isOfReport(context) ? CHECK_ANSWERS : CHECK),
      'import.edit': () => screen.click('button', 'Change columns'),
      'import.run': () => screen.click('button', RUN),
      'import.undo': () => screen.click('button', UNDO),
      'import.keep': () => screen.click('button', 'Keep it'),
      'import.confirmUndo': () => screen.click('button', DELETE),
    },
    see: {
      loading: () => screen.see('status', 'Loading imports'),
      loadFailed: ({ message }) => screen.see('alert', message ?? ''),
      choosing: all(async ({ earlier }: ImportContext) => {
        await screen.see('button', UPLOAD, { busy: false })
        for (const { fileName } of earlier) await screen.see('link', fileName)
      }, seeMessage(screen)),
      uploading: () => screen.see('button', UPLOAD, { busy: true }),
      mapping: all(async ({ shown, mapping }: ImportContext) => {
        await screen.see('button', CHECK, { busy: false })
        await screen.see('field', 'Day, month, year', { checked: mapping?.dateOrder === 'dmy' })
        for (const sentence of shown?.missing ?? []) await screen.see('text', sentence)
      }, seeMessageOf),
      saving: seeSaving,
      starting: seeSaving,
      'working.checking': seeTitle('Checking'),
      'working.running': seeTitle('Importing'),
      'working.undoing': seeTitle('Undoing the import of'),
      report: all(async ({ shown, decisions }: ImportContext) => {
        await screen.see('button', RUN, { busy: false })
        for (const { sentence } of shown?.refused ?? []) await screen.see('text', sentence)
        const hasDecided = Object.keys(decisions).length > 0
        if (hasDecided) await screen.see('button', CHECK_ANSWERS, { busy: false })
        else await screen.gone('button', CHECK_ANSWERS)
      }, seeMessageOf),
      confirming: () => screen.see('button', RUN, { busy: true }),
      done: all(async (context: ImportContext) => {
        await seeTitle('Imported:')(context)
        if (context.shown?.undoUntil) await screen.see('button', UNDO)
        else await screen.gone('button', UNDO)
      }, seeMessageOf),
      asking: () => screen.see('button', DELETE, { busy: false }),
      startingUndo: () => screen.see('button', DELETE, { busy: true }),
      undone: async ({ shown }) => {
        for (const { sentence } of shown?.undone?.rows ?? []) await screen.see('text', sentence)
      },
    },
  }
}
