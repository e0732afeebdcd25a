import type { ImportView } from '#contract/imports/imports.ts'

/** An import of two families, of which one may be a known one. */
export const importView = (
  state: ImportView['state'],
  more: Partial<ImportView> = {},
): ImportView => ({
  _id: '0190a5e0-0000-7000-8000-000000000001',
  kind: 'families',
  state,
  fileName: 'families.csv',
  encoding: 'UTF-8',
  headers: ['Child', 'DOB', 'Parent', 'Phone'],
  rows: 3,
  examples: [['Mia Parker', '3/4/2019', 'Paula Parker', '5035550142']],
  mapping: {
    columns: { childName: 0, birthDate: 1, guardianName: 2, phone: 3 },
    dateOrder: null,
    treatments: [],
    doctors: [],
    squeeze: false,
  },
  provenOrder: null,
  needsOrder: true,
  treatments: [],
  doctors: [],
  missing: [],
  progress: { done: 0, of: 3 },
  counts: null,
  fingerprint: null,
  refused: [],
  differing: [],
  duplicates: [],
  undone: null,
  undoUntil: null,
  version: 1,
  ...more,
})

/** What its report says. */
export const REPORT = {
  counts: { added: 1, same: 0, filled: 0, differs: 0, duplicate: 1, left_out: 0, refused: 1 },
  fingerprint: 'a'.repeat(64),
  refused: [{ row: 2, name: 'Ben Parker', sentence: '“soon” is not a birth date.' }],
  duplicates: [
    {
      row: 3,
      name: 'Sam Lee',
      sentence: 'Lisa Lee has the same phone.',
      family: { _id: 'lee', name: 'Lisa Lee' },
      decision: null,
    },
  ],
}
