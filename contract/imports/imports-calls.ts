import { call } from '../call.ts'
import * as schemas from './imports.ts'

const LIMIT = { name: 'imports', perMinute: 60, per: 'user' } as const

export const listImports = call('GET', '/imports', 'admin', {
  summary: 'Files of the previous system that were imported, newest first',
  answers: { 200: schemas.importList },
})

export const getImport = call('GET', '/imports/:id', 'admin', {
  summary: 'An imported file: its columns, their mapping, and the report of the check or the run',
  params: schemas.importParams,
  answers: { 200: schemas.importState },
})

export const changeMapping = call('PUT', '/imports/:id/mapping', 'admin', {
  summary: 'Map the columns of a file, and decide which families are known',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.mappingChange,
  answers: { 200: schemas.importState },
})

export const checkImport = call('POST', '/imports/:id/check', 'admin', {
  summary: 'Start the dry run of a file',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.importStep,
  answers: { 202: schemas.importState },
})

export const runImport = call('POST', '/imports/:id/run', 'admin', {
  summary: 'Import a file according to its report',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.importRun,
  answers: { 202: schemas.importState },
})

export const undoImport = call('POST', '/imports/:id/undo', 'admin', {
  summary: 'Delete what a file has added and what was not changed since',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.importStep,
  answers: { 202: schemas.importState },
})
