import { expect } from 'vitest'
import type { ImportView } from '#contract/imports/imports.ts'
import {
  type ImportContext,
  importMachine,
  type LoadedImport,
} from '#machines/import/import-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'

/** Takes a walk on the import machine alone, and checks what it knows in each of its states. */
export const walkImportMachine = modelOf(importMachine, drive)

function drive(model: MachineModel<typeof importMachine>): Expectations<typeof importMachine> {
  let shown: ImportView | null = null
  let facts: Omit<ImportContext, 'shown'> = {
    earlier: [],
    mapping: null,
    decisions: {},
    message: null,
  }
  let uploaded: unknown

  const knows = (state?: ImportView['state']) => {
    expect(model.context()).toEqual({ shown, ...facts })
    if (state) expect(shown?.state).toBe(state)
  }
  const reloadsAfterFailure = () =>
    expect(model.can({ type: 'import.reload' })).toBe(facts.message !== null)
  const seen = () => ({ _id: shown?._id, version: shown?.version })
  const show = (view: ImportView | null) => {
    shown = view
    facts = { ...facts, mapping: view?.mapping ?? null, decisions: {}, message: null }
  }

  return {
    // Each step forgets why the one before failed.
    onEvent: () => {
      facts = { ...facts, message: null }
    },
    on: {
      'import.upload': ({ kind, file }) => {
        uploaded = { kind, file }
      },
      'import.map': ({ change }) => {
        if (facts.mapping) facts = { ...facts, mapping: { ...facts.mapping, ...change } }
      },
      'import.edit': () => {
        if (shown) shown = { ...shown, state: 'mapping' }
      },
      'import.decide': ({ row, decision }) => {
        facts = { ...facts, decisions: { ...facts.decisions, [row]: decision } }
      },
    },
    onDone: (id, output) => {
      if (id !== 'loadImport') return show(output as ImportView)
      const { shown: view, earlier } = output as LoadedImport
      show(view)
      facts = { ...facts, earlier }
    },
    onError: (_, error) => {
      facts = { ...facts, message: error.message }
    },
    see: {
      loading: () => {
        knows()
        expect(model.isCalled('loadImport')).toBe(true)
      },
      loadFailed: () => {
        knows()
        expect(facts.message).not.toBeNull()
      },
      choosing: () => {
        knows()
        expect(shown).toBeNull()
      },
      uploading: () => {
        knows()
        expect(model.inputOf('uploadImport')).toEqual(uploaded)
      },
      mapping: () => {
        knows()
        reloadsAfterFailure()
      },
      saving: () => {
        knows()
        expect(model.inputOf('saveMapping')).toMatchObject({
          ...seen(),
          mapping: facts.mapping,
          decisions: Object.entries(facts.decisions).map(([row, decision]) => ({
            row: Number(row),
            decision,
          })),
        })
      },
      starting: () => expect(model.inputOf('checkImport')).toMatchObject(seen()),
      'working.checking': () => {
        knows('checking')
        expect(model.inputOf('followImport')).toEqual(shown)
      },
      'working.running': () => knows('running'),
      'working.undoing': () => knows('undoing'),
      report: () => {
        knows('checked')
        reloadsAfterFailure()
        expect(model.can({ type: 'import.check' })).toBe(Object.keys(facts.decisions).length > 0)
      },
      confirming: () => {
        knows()
        expect(model.inputOf('runImport')).toMatchObject({
          ...seen(),
          fingerprint: shown?.fingerprint,
        })
      },
      done: () => {
        knows('done')
        reloadsAfterFailure()
        expect(model.can({ type: 'import.undo' })).toBe(shown?.undoUntil !== null)
      },
      asking: () => knows('done'),
      startingUndo: () => expect(model.inputOf('undoImport')).toMatchObject(seen()),
      undone: () => knows('undone'),
    },
  }
}
