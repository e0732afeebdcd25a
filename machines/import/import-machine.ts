import { assign, fromPromise, setup } from 'xstate'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type {
  DuplicateDecision,
  ImportMapping,
  ImportView,
  ListedImport,
} from '#contract/imports/imports.ts'
import { failure, known, messageOf, notProvided } from '../actors.ts'

export interface ImportContext {
  /** As last read; null before a file is uploaded. */
  shown: ImportView | null
  /** Earlier imports, from which one can be opened. */
  earlier: readonly ListedImport[]
  /** What the columns are, with the admin’s changes. */
  mapping: ImportMapping | null
  /** What the admin says of rows that may be of known families, by row, as long as it is not saved. */
  decisions: Readonly<Record<number, DuplicateDecision>>
  /** Why the last step failed. */
  message: string | null
}

/** A file, and what is in it. */
export interface NewImport {
  kind: ImportKind
  file: File
}

type ImportEvent =
  | { type: 'import.reload' }
  | ({ type: 'import.upload' } & NewImport)
  /** The admin says what a column, a name or a date is. */
  | { type: 'import.map'; change: Partial<ImportMapping> }
  | { type: 'import.check' }
  /** The family of this row is a known one, another one, or left for later. */
  | { type: 'import.decide'; row: number; decision: DuplicateDecision }
  /** Back to the columns. */
  | { type: 'import.edit' }
  | { type: 'import.run' }
  | { type: 'import.undo' }
  | { type: 'import.keep' }
  | { type: 'import.confirmUndo' }

/** `shown`: the import of the page’s address; null if the address names none. */
export type LoadedImport = Pick<ImportContext, 'shown' | 'earlier'>

/** An import as the admin saw it. */
type Seen = Pick<ImportView, '_id' | 'version'>

interface Saved extends Seen {
  mapping: ImportMapping
  decisions: { row: number; decision: DuplicateDecision }[]
}

const seen = ({ context }: { context: ImportContext }): Seen => known(context.shown)

/** Parameters of an action that stores the import of an answer. */
const view = ({ event }: { event: { output: ImportView } }) => ({ view: event.output })

/** Bringing a file of the previous system in, and taking it back. */
export const importMachine = setup({
  types: { context: {} as ImportContext, events: {} as ImportEvent },
  actors: {
    /** `GET /imports/{id}`, or `GET /imports` */
    loadImport: fromPromise<LoadedImport>(notProvided('loadImport')),
    /** `POST /imports` */
    uploadImport: fromPromise<ImportView, NewImport>(notProvided('uploadImport')),
    /** `PUT /imports/{id}/mapping` */
    saveMapping: fromPromise<ImportView, Saved>(notProvided('saveMapping')),
    /** `POST /imports/{id}/check` */
    checkImport: fromPromise<ImportView, Seen>(notProvided('checkImport')),
    /** The import, once the server’s work on it has got on. */
    followImport: fromPromise<ImportView, ImportView>(notProvided('followImport')),
    /** `POST /imports/{id}/run` */
    runImport: fromPromise<ImportView, Seen & { fingerprint: string }>(notProvided('runImport')),
    /** `POST /imports/{id}/undo` */
    undoImport: fromPromise<ImportView, Seen>(notProvided('undoImport')),
  },
  guards: {
    isNone: (_, { shown }: LoadedImport) => shown === null,
    isComplete: (_, { view: { missing } }: { view: ImportView }) => missing.length === 0,
    hasFailed: ({ context }) => context.message !== null,
    isDecided: ({ context }) => Object.keys(context.decisions).length > 0,
    isUndoable: ({ context }) => context.shown?.undoUntil !== null,
    isChecking: ({ context }) => context.shown?.state === 'checking',
    isChecked: ({ context }) => context.shown?.state === 'checked',
    isRunning: ({ context }) => context.shown?.state === 'running',
    isDone: ({ context }) => context.shown?.state === 'done',
    isUndoing: ({ context }) => context.shown?.state === 'undoing',
    isUndone: ({ context }) => context.shown?.state === 'undone',
  },
  actions: {
    assignLoaded: assign((_, { shown, earlier }: LoadedImport) => ({
      shown,
      earlier,
      mapping: shown?.mapping ?? null,
      decisions: {},
      message: null,
    })),
    assignView: assign((_, { view: shown }: { view: ImportView }) => ({
      shown,
      mapping: shown.mapping,
      decisions: {},
      message: null,
    })),
    map: assign({
      mapping: ({ context }, { change }: { change: Partial<ImportMapping> }) => ({
        ...known(context.mapping),
        ...change,
      }),
      message: null,
    }),
    decide: assign({
      decisions: (
        { context },
        { row, decision }: { row: number; decision: DuplicateDecision },
      ) => ({ ...context.decisions, [row]: decision }),
      message: null,
    }),
    /** The server takes another mapping of a file that was checked. */
    edit: assign({
      shown: ({ context }) => ({ ...known(context.shown), state: 'mapping' as const }),
      message: null,
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'import',
  context: { shown: null, earlier: [], mapping: null, decisions: {}, message: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The import of the page’s address is being read, or the list of earlier ones.',
      invoke: {
        id: 'loadImport',
        src: 'loadImport',
        onDone: [
          {
            guard: { type: 'isNone', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'assignLoaded', params: ({ event }) => event.output },
          },
          {
            target: 'mapping',
            actions: { type: 'assignLoaded', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    loadFailed: {
      description: 'It could not be read.',
      on: { 'import.reload': { target: 'loading', actions: 'forgetMessage' } },
    },
    choosing: {
      description: 'The admin chooses a file and says what is in it.',
      on: { 'import.upload': { target: 'uploading', actions: 'forgetMessage' } },
    },
    uploading: {
      description: 'The file is being uploaded, and its rows are stored.',
      invoke: {
        id: 'uploadImport',
        src: 'uploadImport',
        input: ({ event }) => {
          if (event.type !== 'import.upload') throw new Error('Only a chosen file is uploaded.')
          return { kind: event.kind, file: event.file }
        },
        onDone: { target: 'mapping', actions: { type: 'assignView', params: view } },
        onError: { target: 'choosing', actions: { type: 'assignMessage', params: failure } },
      },
    },
    mapping: {
      description:
        'The admin says what the columns, the dates and the old names are. An import in another state goes on from here.',
      always: [
        { guard: 'isChecking', target: 'working.checking' },
        { guard: 'isChecked', target: 'report' },
        { guard: 'isRunning', target: 'working.running' },
        { guard: 'isDone', target: 'done' },
        { guard: 'isUndoing', target: 'working.undoing' },
        { guard: 'isUndone', target: 'undone' },
      ],
      on: {
        'import.map': { actions: { type: 'map', params: ({ event }) => event } },
        'import.check': { target: 'saving', actions: 'forgetMessage' },
        'import.reload': { guard: 'hasFailed', target: 'loading', actions: 'forgetMessage' },
      },
    },
    saving: {
      description: 'What the admin has said is being saved.',
      invoke: {
        id: 'saveMapping',
        src: 'saveMapping',
        input: ({ context: { shown, mapping, decisions } }) => ({
          ...known(shown),
          mapping: known(mapping),
          decisions: Object.entries(decisions).map(([row, decision]) => ({
            row: Number(row),
            decision,
          })),
        }),
        onDone: [
          {
            guard: { type: 'isComplete', params: view },
            target: 'starting',
            actions: { type: 'assignView', params: view },
          },
          { target: 'mapping', actions: { type: 'assignView', params: view } },
        ],
        onError: { target: 'mapping', actions: { type: 'assignMessage', params: failure } },
      },
    },
    starting: {
      description: 'The dry run is being started.',
      invoke: {
        id: 'checkImport',
        src: 'checkImport',
        input: seen,
        onDone: { target: 'mapping', actions: { type: 'assignView', params: view } },
        onError: { target: 'mapping', actions: { type: 'assignMessage', params: failure } },
      },
    },
    working: {
      description: 'The server works on the file; the page shows how far it is.',
      initial: 'checking',
      invoke: {
        id: 'followImport',
        src: 'followImport',
        input: ({ context }) => known(context.shown),
        onDone: { target: 'mapping', actions: { type: 'assignView', params: view } },
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
      states: {
        checking: { description: 'A dry run, of which nothing stays.' },
        running: { description: 'The rows are imported.' },
        undoing: { description: 'What nothing has touched is deleted.' },
      },
    },
    report: {
      description: 'What an import would add, fill and leave out. Nothing is imported yet.',
      on: {
        'import.decide': { actions: { type: 'decide', params: ({ event }) => event } },
        'import.check': { guard: 'isDecided', target: 'saving', actions: 'forgetMessage' },
        'import.edit': { target: 'mapping', actions: 'edit' },
        'import.run': { target: 'confirming', actions: 'forgetMessage' },
        'import.reload': { guard: 'hasFailed', target: 'loading', actions: 'forgetMessage' },
      },
    },
    confirming: {
      description: 'The server confirms that the report is the current one.',
      invoke: {
        id: 'runImport',
        src: 'runImport',
        input: ({ context }) => {
          const shown = known(context.shown)
          return { ...shown, fingerprint: known(shown.fingerprint) }
        },
        onDone: { target: 'mapping', actions: { type: 'assignView', params: view } },
        onError: { target: 'mapping', actions: { type: 'assignMessage', params: failure } },
      },
    },
    done: {
      description: 'What the import has added. It can be undone for some days.',
      on: {
        'import.undo': { guard: 'isUndoable', target: 'asking', actions: 'forgetMessage' },
        'import.reload': { guard: 'hasFailed', target: 'loading', actions: 'forgetMessage' },
      },
    },
    asking: {
      description: 'The admin is asked once more.',
      on: {
        'import.keep': { target: 'done' },
        'import.confirmUndo': { target: 'startingUndo' },
      },
    },
    startingUndo: {
      description: 'The undo is being started.',
      invoke: {
        id: 'undoImport',
        src: 'undoImport',
        input: seen,
        onDone: { target: 'mapping', actions: { type: 'assignView', params: view } },
        onError: { target: 'mapping', actions: { type: 'assignMessage', params: failure } },
      },
    },
    undone: { description: 'What is deleted, and what stays and why.' },
  },
})
