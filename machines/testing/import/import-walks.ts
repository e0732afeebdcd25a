import type { ImportView } from '#contract/imports/imports.ts'
import {
  type ImportContext,
  importMachine,
  type LoadedImport,
} from '#machines/import/import-machine.ts'
import { OFFLINE } from '../offline.ts'
import { done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'
import { importView, REPORT } from './import-views.ts'

const ASKED = 'Say how the file writes dates like 3/4/2019.'
const incomplete = importView('mapping', { missing: [ASKED] })
const complete = importView('mapping', { version: 2 })
const checking = importView('checking', { progress: { done: 1, of: 3 }, version: 3 })
const checked = importView('checked', { ...REPORT, version: 4 })
const running = importView('running', { ...REPORT, progress: { done: 2, of: 3 }, version: 5 })
const ran = importView('done', { ...REPORT, undoUntil: '2027-03-15T13:00:00.000Z', version: 6 })
const tooLate = importView('done', { ...REPORT, version: 6 })
const undoing = importView('undoing', { progress: { done: 1, of: 3 }, version: 7 })
const undone = importView('undone', {
  undone: {
    deleted: 1,
    kept: 1,
    rows: [{ row: 1, name: 'Mia Parker', sentence: 'The child has appointments since.' }],
  },
  version: 8,
})

const loaded = (shown: ImportView | null): LoadedImport => ({
  shown,
  earlier: shown
    ? []
    : [
        {
          _id: complete._id,
          kind: 'families',
          state: 'done',
          fileName: 'older.csv',
          rows: 12,
          uploadedAt: '2027-03-01T13:00:00.000Z',
        },
      ],
})

/** The file that the walks upload. */
export const FILE = new File(['Child,DOB,Parent,Phone\n'], 'families.csv', { type: 'text/csv' })

/** Everything that can happen, with one payload for each way it can go. */
const cases = () => [
  ...plain('import.reload'),
  { type: 'import.upload', kind: 'families', file: FILE },
  { type: 'import.map', change: { dateOrder: 'dmy' } },
  { type: 'import.decide', row: 3, decision: 'different' },
  ...plain('import.check', 'import.edit', 'import.run'),
  ...plain('import.undo', 'import.keep', 'import.confirmUndo'),
  ...done('loadImport', loaded(null), ...[incomplete, checking, checked, ran].map(loaded)),
  ...failed('loadImport', OFFLINE),
  ...done('uploadImport', incomplete, complete),
  ...failed('uploadImport', OFFLINE),
  ...done('saveMapping', complete, incomplete),
  ...failed('saveMapping', OFFLINE),
  ...done('checkImport', checking),
  ...failed('checkImport', OFFLINE),
  ...done('followImport', checking, checked, running, ran, tooLate, undoing, undone),
  ...failed('followImport', OFFLINE),
  ...done('runImport', running),
  ...failed('runImport', OFFLINE),
  ...done('undoImport', undoing),
  ...failed('undoImport', OFFLINE),
]

/** What decides where events lead. */
const relevant = ({ shown, mapping, decisions, message }: ImportContext) => [
  shown?.state,
  shown?.undoUntil,
  mapping?.dateOrder,
  Object.keys(decisions).length,
  message,
]

/** Walks that take every transition of the import machine. */
export const importWalks = (options?: TourOptions<ImportContext>) =>
  walksThrough(importMachine, cases, { relevant, ...options })
